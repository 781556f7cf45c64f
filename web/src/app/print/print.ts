const schemeAttribute = 'data-mantine-color-scheme'

/** Paper is white: print a dark screen with the light colours. */
export function printInLightScheme(root: HTMLElement = document.documentElement) {
  let own: string | null = null
  addEventListener('beforeprint', () => {
    own = root.getAttribute(schemeAttribute)
    root.setAttribute(schemeAttribute, 'light')
  })
  addEventListener('afterprint', () => {
    if (own !== null) root.setAttribute(schemeAttribute, own)
  })
}
