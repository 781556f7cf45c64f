/** For a field whose options may be wider than itself: they never reach past the dialog or the phone that it is on. */
export const longOptions = {
  comboboxProps: { withinPortal: false, width: 'max-content', position: 'bottom-start' },
  styles: { dropdown: { maxWidth: 'min(25.5rem, 100vw - 4.5rem)' } },
} as const
