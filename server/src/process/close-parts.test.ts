import { expect, test } from 'vitest'
import { closeParts } from './close-parts.ts'

const never = () => new Promise<void>(() => {})

test('a part that hangs or fails while closing is named, and the parts after it are closed all the same', async () => {
  const closed: string[] = []
  const said: string[] = []
  const part = (name: string) => ({ name, close: async () => void closed.push(name) })
  const left = await closeParts(
    [
      part('the jobs'),
      { name: 'the calls', close: never, patienceMs: 5 },
      { name: 'the broker', close: () => Promise.reject(new Error('no socket')) },
      { name: 'the mail', close: never },
      part('the database'),
    ],
    { patienceMs: 10, say: (message) => said.push(message) },
  )
  expect(closed).toEqual(['the jobs', 'the database'])
  expect(left).toEqual(['the calls', 'the broker', 'the mail'])
  expect(said[0]).toBe('Closing the calls did not end within 0.005 s.')
  expect(said[1]).toContain('no socket')
  expect(said[2]).toContain('the mail')
})
