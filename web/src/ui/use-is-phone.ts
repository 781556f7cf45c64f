import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is at most as wide as the `max-width` that the style sheets use for phones. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
}
