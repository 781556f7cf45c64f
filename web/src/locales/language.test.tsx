import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import { ProblemText } from '../ui/form/schema-form.tsx'
import { chooseLanguage, startLanguage } from './language.ts'

function Screen() {
  const [isWrong, setWrong] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setWrong(true)}>
        Save
      </button>
      {isWrong && <ProblemText message="field-required" />}
    </>
  )
}

test('a form error is shown at once, and the screen does not go blank while texts load', async () => {
  await show(<Screen />)
  const save = screen.getByRole('button', { name: 'Save' })
  await userEvent.click(save)
  expect(screen.getByText('Field is required')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Save' })).toBe(save)
})

test('a failure that comes before the sign-in is told without the texts of the screens', async () => {
  await startLanguage()
  expect(i18next.hasLoadedNamespace('codes')).toBe(false)
  expect(i18next.t('codes:error-code.1001')).toMatch(/^Incorrect email/)
  expect(i18next.t('validation:email-required')).toBe('Email is required')
})

test('the texts of a dialog are loaded in whichever language is chosen', async () => {
  await show(<Screen />)
  await chooseLanguage('th', false)
  for (const feature of ['ui', 'validation', 'codes']) expect(i18next.hasLoadedNamespace(feature)).toBe(true)
})

test.each(['en', 'th'])('the thousands of a number in a text are set apart (%s)', async (language) => {
  await show(<Screen />)
  await chooseLanguage(language, false)
  expect(i18next.t('ui:page-of', { last: 12_345 })).toContain('12,345')
  expect(i18next.t('ui:page-of', { last: 1017.4213 })).toContain('1,017.4213')
  expect(i18next.t('ui:page-of', { last: 17.4213 })).toContain('17.4213')
})
