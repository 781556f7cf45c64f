import type { KeyboardEvent } from 'react'

/** A field of a row is an input or a select with this attribute; it names the field. */
const fieldSelector = '[data-field]'
const rowSelector = '[data-round-row]'

type Field = HTMLInputElement | HTMLSelectElement

const listRowInputs = (row: Element): Field[] => [...row.querySelectorAll<Field>(fieldSelector)]

/** The rows that have fields: those of closed records have none. */
const listRows = (row: Element): Element[] =>
  [...(row.closest('[data-round]')?.querySelectorAll(rowSelector) ?? [])].filter(
    (one) => listRowInputs(one).length > 0,
  )

/** Focuses a field, with what is in it selected: the next keystroke replaces it. */
function focusField(field: Field | undefined) {
  field?.focus()
  if (field instanceof HTMLInputElement) field.select()
}

/** Focuses the first field of the row after this one. */
export function focusNextRow(row: Element) {
  const rows = listRows(row)
  const next = rows[rows.indexOf(row) + 1]
  if (next) focusField(listRowInputs(next)[0])
}

/** Focuses what must be changed or confirmed in a row: the question about an unusual value, or the field. */
export function focusProblem(row: Element, name: string) {
  const question = row.querySelector<HTMLInputElement>(`[data-doubt="${name}"] input`)
  const field = listRowInputs(row).find(({ dataset }) => dataset['field'] === name)
  if (question) question.focus()
  else focusField(field)
}

/**
 * Arrows move from cell to cell as in a spreadsheet. Enter moves on as Tab does, and from the last cell of a row it
 * saves; with Ctrl or ⌘ it saves at once. A numeric keypad has Enter, and no Tab.
 */
export function moveByKey(event: KeyboardEvent<HTMLElement>, saveRow: () => void) {
  const { target, currentTarget: row, key, altKey } = event
  if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
  const fields = listRowInputs(row)
  const place = fields.indexOf(target)
  if (key === 'Enter') {
    event.preventDefault()
    const next = place < 0 ? undefined : fields[place + 1]
    if (event.ctrlKey || event.metaKey || !next) saveRow()
    else focusField(next)
    return
  }
  if (place < 0 || altKey) return
  const to = findArrowTarget(key, { row, place, field: target })
  if (!to) return
  event.preventDefault()
  focusField(to)
}

function findArrowTarget(
  key: string,
  { row, place, field }: { row: Element; place: number; field: Field },
): Field | undefined {
  if (key === 'ArrowUp' || key === 'ArrowDown') {
    const rows = listRows(row)
    const other = rows[rows.indexOf(row) + (key === 'ArrowUp' ? -1 : 1)]
    // Up and down never change the choice of a select: at the first and the last row they stay.
    return other ? listRowInputs(other)[place] : field
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return undefined
  const [first, last] =
    field instanceof HTMLInputElement ? [field.selectionStart, field.selectionEnd] : [undefined, undefined]
  const isWhole = field instanceof HTMLInputElement && first === 0 && last === field.value.length
  if (key === 'ArrowLeft')
    return isWhole || !field.value || first === undefined || last === 0
      ? listRowInputs(row)[place - 1]
      : undefined
  const isAtEnd = field instanceof HTMLInputElement && first === field.value.length
  return isWhole || isAtEnd || first === undefined ? listRowInputs(row)[place + 1] : undefined
}
