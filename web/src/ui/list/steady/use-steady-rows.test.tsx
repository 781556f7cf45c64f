import { act, fireEvent, render, renderHook, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useSteadyRows } from './use-steady-rows.ts'

type Row = { id: string; value: number }

const a = { id: 'a', value: 1 }
const b = { id: 'b', value: 1 }
const rowKey = ({ id }: Row) => id

function renderRows(options: { lullMs?: number } = {}) {
  return renderHook(({ rows, question }) => useSteadyRows<Row>({ rows, question, rowKey, ...options }), {
    initialProps: { rows: [a, b] as Row[] | undefined, question: 'all' },
  })
}

type ListProps = { rows: Row[]; gone?: string; lullMs?: number }

function List({ rows, gone, ...options }: ListProps) {
  const steady = useSteadyRows<Row>({ rows, question: 'all', rowKey, ...options })
  return (
    <ul {...steady.listProps}>
      {steady.rows?.map(({ id }) => (
        <li key={id} inert={id === gone}>
          <button type="button">{id}</button>
        </li>
      ))}
    </ul>
  )
}

const listShown = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('rows keep their places while the pointer is on them, and show their new values', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.listProps.onPointerMove())
  rerender({ rows: [{ ...b, value: 2 }, a], question: 'all' })
  expect(result.current.rows).toEqual([a, { ...b, value: 2 }])
  expect(result.current.isWaiting).toBe(true)
  act(() => result.current.listProps.onPointerLeave())
  expect(result.current.rows).toEqual([{ ...b, value: 2 }, a])
  expect(result.current.isWaiting).toBe(false)
})

test('a row removed while the pointer is on the list keeps its last values', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.listProps.onPointerMove())
  rerender({ rows: [{ ...a, value: 2 }], question: 'all' })
  rerender({ rows: [b], question: 'all' })
  expect(result.current.rows).toEqual([{ ...a, value: 2 }, b])
})

test('a pointer that was left lying on the list no longer keeps the rows, and a moving one does', () => {
  vi.useFakeTimers()
  const { result, rerender } = renderRows({ lullMs: 10_000 })
  const isHeldLater = (ms: number) => {
    act(() => void vi.advanceTimersByTime(ms))
    return result.current.isHeld
  }
  act(() => result.current.listProps.onPointerMove())
  expect(isHeldLater(9_000)).toBe(true)
  act(() => result.current.listProps.onPointerMove())
  expect(isHeldLater(9_000)).toBe(true)
  rerender({ rows: [b, a], question: 'all' })
  expect(result.current.rows).toEqual([a, b])
  expect(isHeldLater(1_000)).toBe(false)
  expect(result.current.rows).toEqual([b, a])
  vi.useRealTimers()
})

test('a focus that was left in the list no longer keeps the rows, and a pressed key does', () => {
  vi.useFakeTimers()
  const { rerender } = render(<List rows={[a, b]} lullMs={10_000} />)
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  act(() => screen.getByText('a').focus())
  rerender(<List rows={[b, a]} lullMs={10_000} />)
  wait(9_000)
  fireEvent.keyDown(screen.getByText('a'), { key: 'Tab' })
  wait(9_000)
  expect(listShown()).toEqual(['a', 'b'])
  wait(1_000)
  expect(listShown()).toEqual(['b', 'a'])
  fireEvent.keyDown(screen.getByText('a'), { key: 'Tab' })
  rerender(<List rows={[a, b]} lullMs={10_000} />)
  expect(listShown()).toEqual(['b', 'a'])
  vi.useRealTimers()
})

test('a list at which somebody works is kept as long as it has the focus', () => {
  vi.useFakeTimers()
  const { rerender } = render(<List rows={[a, b]} />)
  act(() => screen.getByText('a').focus())
  rerender(<List rows={[b, a]} />)
  act(() => void vi.advanceTimersByTime(60 * 60_000))
  expect(listShown()).toEqual(['a', 'b'])
  vi.useRealTimers()
})

test('rows move at once on request', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.listProps.onPointerMove())
  rerender({ rows: [b], question: 'all' })
  act(() => result.current.showNewest())
  expect(result.current.rows).toEqual([b])
})

test('the answer to a new query is shown at once, and the previous rows until it arrives', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.listProps.onPointerMove())
  rerender({ rows: undefined, question: 'some' })
  expect(result.current.rows).toEqual([a, b])
  rerender({ rows: [b], question: 'some' })
  expect(result.current.rows).toEqual([b])
  expect(result.current.isWaiting).toBe(false)
})

test('a list that lost the focus together with the focused row moves again', () => {
  const { rerender } = render(<List rows={[a, b]} />)
  act(() => screen.getByText('a').focus())
  rerender(<List rows={[b, a]} />)
  expect(listShown()).toEqual(['a', 'b'])
  rerender(<List rows={[b]} gone="a" />)
  expect(listShown()).toEqual(['b'])
})
