export default function robots() {
  return {
    rules: [
      { userAgent: '*', allow: '/' },
      { userAgent: ['GPTBot', 'CCBot'], disallow: '/' },
    ],
  };
}
