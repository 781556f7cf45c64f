import { useMediaQuery } from '@mantine/hooks'

/** Whether the screen has room for the columns of a table that are of use less often. */
export function useIsWide(): boolean {
  return useMediaQuery('(min-width: 90em)', undefined, { getInitialValueInEffect: false })
}
