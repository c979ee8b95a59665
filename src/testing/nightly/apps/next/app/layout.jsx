export const metadata = {
  title: 'Tides',
  description: 'High and low water for the harbours of the southern North Sea, day by day.',
};

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
