import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

for (const language of languages) {
  test(`the census of a ward is seen, exported and printed (${language})`, async ({ page, signInAs }) => {
    const words = loadWords(language, 'census')
    const ui = loadWords(language, 'ui')
    await signInAs('nurse', language)
    await page.setViewportSize({ width: 1024, height: 768 })
    await page.goto('/app/census?days=30')
    const byWard = page.getByRole('heading', { name: words('by-ward') })

    await test.step('of one ward, by day', async () => {
      await expect(byWard).toBeVisible()
      const choice = page.getByRole('combobox', { name: words('ward') })
      const ward = await choice.locator('option').nth(1).textContent()
      await choice.selectOption({ index: 1 })
      await expect(page.getByRole('heading', { name: words('by-day', { ward: ward ?? '' }) })).toBeVisible()
    })

    await test.step('is exported, a row for each ward and day', async () => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: words('export') }).click()
      const lines = (await readFile(await (await download).path(), 'utf8')).trim().split('\r\n')
      expect((lines.length - 1) % 30).toBe(0)
      expect(lines[0]).toContain(words('column.at_start'))
    })

    await test.step('is printed on sheets of its own', async () => {
      await page.evaluate(() => {
        window.print = () => dispatchEvent(new Event('beforeprint'))
      })
      await page.getByRole('button', { name: ui('print') }).click()
      await expect(byWard).toHaveCount(2)
    })
  })
}
