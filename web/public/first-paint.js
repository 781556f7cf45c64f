// Runs before the first paint, so that a dark or Thai screen never flashes light or English.
const root = document.documentElement
try {
  const scheme = localStorage.getItem('mantine-color-scheme-value') ?? 'auto'
  const isDark = scheme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : scheme === 'dark'
  root.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
  root.lang = localStorage.getItem('theme_lang') ?? 'en'
  root.dataset.firstPaint = localStorage.getItem('user') ? 'screen' : 'form'
} catch {
  root.dataset.mantineColorScheme = 'light'
}

// If a file of the panel cannot be loaded before anything is shown, nothing of the panel can say so.
const sayFailed = () => {
  if (!document.getElementById('root')?.hasChildNodes()) root.dataset.firstPaintFailed = ''
}
addEventListener('error', sayFailed, true)
addEventListener('unhandledrejection', sayFailed)
