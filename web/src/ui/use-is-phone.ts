import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen is as narrow as the `max-width` that the style sheets call a phone. */
export function useIsPhone(): boolean {
  return useMediaQuery('(max-width: 47.99em)', undefined, { getInitialValueInEffect: false })
}
