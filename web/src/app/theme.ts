import { type CSSVariablesResolver, createTheme, rem } from '@mantine/core'

export const theme = createTheme({
  colors: {
    brand: [
      '#eef4fc',
      '#d8e6f7',
      '#b0ccee',
      '#86b0e5',
      '#6398dc',
      '#4583d3',
      '#2b6fc2',
      '#1d5fae',
      '#174d8f',
      '#103a6e',
    ],
    dark: [
      '#d8dee5',
      '#b9c2cc',
      '#98a3af',
      '#6f7b88',
      '#465059',
      '#353e47',
      '#29313a',
      '#1c2228',
      '#14191e',
      '#0e1216',
    ],
  },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 6 },
  fontFamily: "'IBM Plex Sans Thai', system-ui, sans-serif",
  // Common monospaced fonts have no Thai letters, and a device's message may contain a Thai name.
  fontFamilyMonospace: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace, 'IBM Plex Sans Thai'",
  headings: { fontFamily: 'inherit', fontWeight: '600' },
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.5', sm: '1.6', md: '1.6', lg: '1.6', xl: '1.5' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Its letters would be smaller than the smallest text.
    Badge: {
      defaultProps: { tt: 'none' },
      vars: () => ({ root: { '--badge-fz': rem(12) } }),
    },
    Tooltip: { defaultProps: { openDelay: 300, transitionProps: { duration: 120 } } },
  },
})

/** Mantine's colours for small text have a contrast below 4.5 : 1 on our backgrounds; these reach it. */
export const readableColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#56616d',
    '--mantine-color-placeholder': '#6b7682',
    '--mantine-color-error': '#c22525',
    '--mantine-color-green-light-color': '#237a35',
    '--mantine-color-yellow-light-color': '#855800',
  },
  dark: {
    '--mantine-color-dimmed': '#a9b3bd',
    '--mantine-color-placeholder': '#939da8',
    '--mantine-color-error': '#ff8f8f',
    '--mantine-color-yellow-light': '#33270f',
  },
})
