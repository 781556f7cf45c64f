import { errorCodes, maxSavedViews, type SavedViewList, savedViews } from 'contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectRefusal } from '../../../test/support/refusal.ts'
import { startTestPanel, type TestPanel } from '../../testing.ts'

let panel: TestPanel
beforeAll(async () => {
  panel = await startTestPanel()
})
afterAll(() => panel.close())

const redMine = 'ward=mine&triage=RED&sort=-news2'

async function startUser() {
  const call = await panel.asNew({ staffType: 'nurse' })
  return {
    add: async (name: string, list: SavedViewList = 'ward-board', query = redMine) =>
      (await call(savedViews.add, { list, name, query })).view,
    names: async (list: SavedViewList = 'ward-board') =>
      (await call(savedViews.list, { list })).views.map(({ name }) => name),
    rename: (_id: string, name: string) => call(savedViews.rename, { _id, name }),
    remove: (_id: string) => call(savedViews.remove, { _id }),
    call,
  }
}

test('filters are saved for one list, and listed by name in Thai order', async () => {
  const { add, names, call } = await startUser()
  const view = await add('เวรดึก')
  await add('เตียงแดง')
  await add('ผู้ป่วยใหม่', 'patients', 'stay=in')
  expect(await names()).toEqual(['เตียงแดง', 'เวรดึก'])
  expect(await names('patients')).toEqual(['ผู้ป่วยใหม่'])
  const { views } = await call(savedViews.list, { list: 'ward-board' })
  expect(views).toContainEqual({ _id: view._id, name: 'เวรดึก', query: redMine })
})

test('a user renames and removes their own saved filters', async () => {
  const { add, names, rename, remove } = await startUser()
  const { _id } = await add('Night')
  await rename(_id, 'Evening')
  expect(await names()).toEqual(['Evening'])
  await remove(_id)
  expect(await names()).toEqual([])
  expect((await expectRefusal(remove(_id))).code).toBe(errorCodes['not-found'])
})

test('nobody sees, renames or removes the saved filters of a colleague', async () => {
  const [one, other] = [await startUser(), await startUser()]
  const { _id } = await one.add('Mine')
  expect(await other.names()).toEqual([])
  expect((await expectRefusal(other.rename(_id, 'Taken'))).code).toBe(errorCodes['not-found'])
  expect((await expectRefusal(other.remove(_id))).code).toBe(errorCodes['not-found'])
  expect(await one.names()).toEqual(['Mine'])
})

test('a name is used once in a list, whatever its case', async () => {
  const { add, names, rename } = await startUser()
  await add('Red beds')
  const { _id } = await add('Others')
  await add('Red beds', 'patients')
  for (const call of [() => add('red BEDS'), () => rename(_id, 'RED beds')]) {
    const { code, fields } = await expectRefusal(call())
    expect(code).toBe(errorCodes['name-taken'])
    expect(fields).toEqual([{ field: 'name', message: 'view-name-taken' }])
  }
  expect(await names()).toEqual(['Others', 'Red beds'])
})

test('no more are kept than a menu can show, even if they are sent together', async () => {
  const { add, names } = await startUser()
  const sent = Array.from({ length: maxSavedViews + 2 }, (_, index) => add(`View ${index}`))
  const refused = (await Promise.allSettled(sent)).filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(2)
  expect(await names()).toHaveLength(maxSavedViews)
  expect((await expectRefusal(add('One more'))).fields).toEqual([
    { field: 'name', message: 'too-many-views' },
  ])
})

test('a text that is not the query of a screen is refused', async () => {
  const { add } = await startUser()
  for (const query of ['', 'q=สมชาย', '<script>', 'a'.repeat(2001)])
    expect((await expectRefusal(add('Odd', 'patients', query))).code, query).toBe(errorCodes.invalid)
})
