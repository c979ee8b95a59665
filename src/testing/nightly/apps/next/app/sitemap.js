export default function sitemap() {
  return [{ url: 'https://tides.test/', changeFrequency: 'daily' }];
}
