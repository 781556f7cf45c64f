// Runs before the first paint, so that a dark or Thai screen never flashes light or English.
const root = document.documentElement
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  root.lang = localStorage.getItem('theme_lang') ?? 'en'
} catch {
  root.dataset.mantineColorScheme = 'light'
}
