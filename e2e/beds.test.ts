import { admissions, beds, type Client } from 'contract'
import { expect, test } from './fixtures.ts'
import { languages, loadWords } from './words.ts'

/** An empty bed of the demo hospital with its ward, and a patient who has a bed. */
async function findPlaces(nurse: Client) {
  const { wards } = await nurse(beds.map, { ward: 'every' })
  const places = wards.flatMap(({ ward, beds: all }) => all.map((bed) => ({ ward, bed })))
  const empty = places.find(({ bed }) => !bed.occupant && !bed.reservation && bed.state === 'ready')
  const patient = places.find(({ bed }) => bed.occupant)?.bed.occupant?.patient
  if (!empty || !patient) throw new Error('the demo hospital has neither a free bed nor a patient')
  return { ...empty, patient }
}

for (const language of languages)
  test(`a bed is cleaned, made ready and reserved, and another screen follows at once (${language})`, async ({
    page,
    context,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { ward, bed, patient } = await findPlaces(nurse)
    const [words, app] = [loadWords(language, 'beds'), loadWords(language, 'app')]
    await signInAs('nurse', language)
    await page.goto('/app/patient-list')
    await page.getByRole('link', { name: app('beds'), exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: words('title') })).toBeVisible()
    await page.goto(`/app/beds?ward=${ward._id}`)
    const card = page.getByRole('article', { name: words('bed', { bed: bed.label }), exact: true })
    const act = async (name: string) => {
      await card.getByRole('button', { name: words('more', { bed: bed.label }) }).click()
      await page.getByRole('menuitem', { name }).click()
    }

    await test.step('a colleague cleans the bed, and this screen shows it', async () => {
      await expect(card).toContainText(words('status.ready'))
      await nurse(beds.setState, { _id: bed._id, state: 'cleaning' })
      await expect(card).toContainText(words('status.cleaning'))
    })

    await test.step('one click makes it ready', async () => {
      await card.getByRole('button', { name: words('mark-ready') }).click()
      await expect(card).toContainText(words('status.ready'))
    })

    await test.step('it is reserved for a patient', async () => {
      await act(words('reserve.action'))
      const dialog = page.getByRole('dialog', { name: words('reserve.title', { bed: bed.label }) })
      await dialog.getByRole('combobox', { name: words('reserve.patient') }).fill(patient.hn)
      await dialog.getByRole('option', { name: new RegExp(patient.hn) }).click()
      await dialog.getByRole('button', { name: words('reserve.action') }).click()
      await expect(card).toContainText(words('status.reserved'))
      await expect(card).toContainText(patient.surname)
    })

    await test.step('a second screen has the same, and loses the reservation as it is given up', async () => {
      const other = await context.newPage()
      await other.goto(page.url())
      const same = other.getByRole('article', { name: words('bed', { bed: bed.label }), exact: true })
      await expect(same).toContainText(words('status.reserved'))
      await act(words('give-up'))
      await expect(same).toContainText(words('status.ready'))
    })
  })

for (const language of languages)
  test(`a patient is moved by the menu of a bed, and back by dragging (${language})`, async ({
    page,
    signInAs,
    api,
  }) => {
    const nurse = await api('nurse')
    const { wards } = await nurse(beds.map, { ward: 'every' })
    const found = wards.flatMap(({ ward, beds: all }) => {
      const empty = all.find((bed) => !bed.occupant && !bed.reservation && bed.state === 'ready')
      const taken = all.find(({ occupant, state }) => occupant?.kind === 'bed' && state === 'ready')
      return empty && taken?.occupant ? [{ ward, empty, taken, who: taken.occupant.patient }] : []
    })
    // Both languages run at once: each moves somebody of another ward.
    const { ward, empty, taken, who } = found[languages.indexOf(language)] ?? {}
    if (!ward || !empty || !taken || !who) throw new Error('no ward has a patient and a free bed')
    const [words, stays] = [loadWords(language, 'beds'), loadWords(language, 'admissions')]
    await signInAs('nurse', language)
    await page.goto(`/app/beds?ward=${ward._id}`)
    const findCard = (label: string) =>
      page.getByRole('article', { name: words('bed', { bed: label }), exact: true })
    const dialog = page.getByRole('dialog').filter({ hasText: who.surname })
    const confirmMove = async () => {
      await dialog.getByText(stays('move-reasons.BED_CHANGE'), { exact: true }).click()
      await dialog.getByRole('button', { name: stays('move'), exact: true }).click()
      await expect(dialog).toBeHidden()
    }

    await test.step('the menu asks where to, and names the patient', async () => {
      await findCard(taken.label)
        .getByRole('button', { name: words('more', { bed: taken.label }) })
        .click()
      await page
        .getByRole('menuitem', { name: new RegExp(`^${words('move-patient', { name: '' })}`) })
        .click()
      await dialog.getByRole('combobox', { name: stays('bed-label'), exact: true }).selectOption(empty._id)
      await confirmMove()
      await expect(findCard(empty.label)).toContainText(who.surname)
      await expect(findCard(taken.label)).toContainText(words('status.cleaning'))
    })

    await test.step('a drag onto a clean bed asks the same, with the bed chosen', async () => {
      await findCard(taken.label)
        .getByRole('button', { name: words('mark-ready') })
        .click()
      await expect(findCard(taken.label)).toContainText(words('status.ready'))
      await findCard(empty.label).dragTo(findCard(taken.label))
      await expect(dialog.getByRole('combobox', { name: stays('bed-label'), exact: true })).toHaveValue(
        taken._id,
      )
      await confirmMove()
      await expect(findCard(taken.label)).toContainText(who.surname)
    })

    await nurse(beds.setState, { _id: empty._id, state: 'ready' })
    const { stays: history } = await nurse(admissions.history, { patient_id: who._id })
    expect(history[0]?.acts.slice(0, 2).map(({ act }) => act)).toEqual(['moved', 'moved'])
  })
