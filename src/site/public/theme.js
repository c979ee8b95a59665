// Runs before the first paint, so that the system's theme is never visible before the chosen theme.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is switched off, so the system's theme is used.
}
document.documentElement.classList.add('js');
