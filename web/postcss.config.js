import mantine from 'postcss-preset-mantine'

/** For what only a screen reader needs where there is no room: `@mixin visually-hidden`. */
const visuallyHidden = {
  position: 'absolute',
  overflow: 'hidden',
  'clip-path': 'inset(50%)',
  width: '1px',
  height: '1px',
  'white-space': 'nowrap',
}

/**
 * For a small link or button beside others: a finger hits it on 44 px around its middle, though it looks no larger. What
 * stands nearer than that to another control needs room of its own instead.
 */
const touchTarget = {
  position: 'relative',
  '@media (max-width: 47.99em), (pointer: coarse)': {
    '&::before': { content: '""', position: 'absolute', inset: 'min(0px, (100% - 2.75rem) / 2)' },
  },
}

/** For a link within a row that is itself a link: it lies above the row's own. */
const linkInRow = {
  ...touchTarget,
  'z-index': 2,
  'justify-self': 'start',
  color: 'var(--mantine-color-anchor)',
  'text-decoration': 'none',
  '&:hover': { 'text-decoration': 'underline' },
  '&:focus-visible': {
    outline: '2px solid var(--mantine-primary-color-filled)',
    'outline-offset': '1px',
  },
}

/** For an alarm in a list: its edge says how severe it is, and whether somebody has seen it. */
const severityEdge = {
  'border-inline-start': '6px solid var(--severity-line)',
  '&[data-severity="high"]': { '--severity-line': 'var(--panel-high)' },
  '&[data-severity="medium"]': { '--severity-line': 'var(--panel-medium)' },
  '&[data-severity="low"]': { '--severity-line': 'var(--panel-low)' },
  '&[data-is-seen]': { 'border-inline-start-style': 'double' },
}

/** For a table of numbers or marks: a line under each row, and small column headings. */
const ruledTable = {
  width: '100%',
  border: '1px solid var(--panel-line)',
  'border-collapse': 'collapse',
  background: 'var(--mantine-color-body)',
  '& th, & td': { 'border-block-end': '1px solid var(--panel-line)', 'font-weight': 400 },
  '& thead th': { color: 'var(--mantine-color-dimmed)', 'font-size': '0.75rem', 'font-weight': 500 },
  '& tbody th': { 'font-weight': 500 },
}

const mixins = {
  'visually-hidden': visuallyHidden,
  'touch-target': touchTarget,
  'link-in-row': linkInRow,
  'severity-edge': severityEdge,
  'ruled-table': ruledTable,
}

/** The rules within a mixin come from no file, which Vite would warn of. */
const nameSources = {
  postcssPlugin: 'name-sources',
  OnceExit(root) {
    root.walkDecls((declaration) => {
      declaration.source ??= root.source
    })
  },
}

export default { plugins: [mantine({ mixins }), nameSources] }
