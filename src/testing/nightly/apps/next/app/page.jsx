export default function Home() {
  return (
    <main>
      <h1>Tides</h1>
      <p>
        High and low water for the harbours of the southern North Sea. The tables are computed once a year
        from the harmonic constants that the hydrographic offices publish, and corrected by what the gauges
        show.
      </p>
      <p>Wind and air pressure change the height by up to a metre: look at the forecast before you sail.</p>
    </main>
  );
}
