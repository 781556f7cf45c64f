const scheme = 'data-mantine-color-scheme'

/** Paper is white: a screen that is dark is printed as a light one. */
export function printOnWhite(root: HTMLElement = document.documentElement) {
  let own: string | null = null
  addEventListener('beforeprint', () => {
    own = root.getAttribute(scheme)
    root.setAttribute(scheme, 'light')
  })
  addEventListener('afterprint', () => {
    if (own !== null) root.setAttribute(scheme, own)
  })
}
