import { afterEach, expect, test, vi } from 'vitest'
import { takeFreeTurn, takeTurn } from './turns.ts'

afterEach(() => vi.unstubAllGlobals())

const browsers = [
  ['with locks of the browser', () => undefined],
  ['without them', () => void vi.stubGlobal('navigator', {})],
] as const

test.each(browsers)(
  '%s a turn waits until the one before is done or has failed, and for none of another name',
  async (_, prepare) => {
    prepare()
    const done: string[] = []
    const first = Promise.withResolvers<undefined>()
    const second = Promise.withResolvers<undefined>()
    const take = (what: string, name: string, until: Promise<unknown>) =>
      takeTurn(what, () => until.finally(() => done.push(name)))
    const turns = [
      take('a', 'first', first.promise),
      take('a', 'second', second.promise),
      take('a', 'third', Promise.resolve()),
      take('b', 'other', Promise.resolve()),
    ]
    await turns[3]
    expect(done).toEqual(['other'])
    second.resolve(undefined)
    first.reject(new Error('no signal'))
    await expect(turns[0]).rejects.toThrow('no signal')
    await turns[2]
    expect(done).toEqual(['other', 'first', 'second', 'third'])
  },
)

test.each(browsers)(
  '%s a turn that is taken only if it is free is left to whoever has it',
  async (_, prepare) => {
    prepare()
    const held = Promise.withResolvers<string>()
    const holder = takeTurn('a', () => held.promise)
    const take = () => takeFreeTurn('a', async () => 'taken')
    expect(await take()).toBeUndefined()
    held.resolve('done')
    await holder
    expect(await take()).toBe('taken')
  },
)
