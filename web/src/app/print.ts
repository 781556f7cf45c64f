const scheme = 'data-mantine-color-scheme'

/** Paper is white: print a dark screen with the light colours. */
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
