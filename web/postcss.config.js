/** For what only a screen reader needs where there is no room: `@mixin visually-hidden`. */
const visuallyHidden = {
  position: 'absolute',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  width: '1px',
  height: '1px',
  'white-space': 'nowrap',
}

export default { plugins: { 'postcss-preset-mantine': { mixins: { 'visually-hidden': visuallyHidden } } } }
