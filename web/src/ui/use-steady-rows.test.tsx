import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSteadyRows } from './use-steady-rows.ts'

type Row = { id: string; value: number }

const a = { id: 'a', value: 1 }
const b = { id: 'b', value: 1 }
const rowKey = ({ id }: Row) => id

function renderRows() {
  return renderHook(({ rows, question }) => useSteadyRows<Row>({ rows, question, rowKey }), {
    initialProps: { rows: [a, b] as Row[] | undefined, question: 'all' },
  })
}

test('rows keep their places while somebody points at them, and show their new values', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.watch.onPointerMove())
  rerender({ rows: [{ ...b, value: 2 }, a], question: 'all' })
  expect(result.current.rows).toEqual([a, { ...b, value: 2 }])
  expect(result.current.isWaiting).toBe(true)
  act(() => result.current.watch.onPointerLeave())
  expect(result.current.rows).toEqual([{ ...b, value: 2 }, a])
  expect(result.current.isWaiting).toBe(false)
})

test('rows move at once when they are asked for', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.watch.onPointerMove())
  rerender({ rows: [b], question: 'all' })
  act(() => result.current.showNewest())
  expect(result.current.rows).toEqual([b])
})

test('the answer to another question is shown at once, and the one before until it is there', () => {
  const { result, rerender } = renderRows()
  act(() => result.current.watch.onPointerMove())
  rerender({ rows: undefined, question: 'some' })
  expect(result.current.rows).toEqual([a, b])
  rerender({ rows: [b], question: 'some' })
  expect(result.current.rows).toEqual([b])
  expect(result.current.isWaiting).toBe(false)
})
