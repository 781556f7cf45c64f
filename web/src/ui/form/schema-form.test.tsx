import { TextInput } from '@mantine/core'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { show } from '../../../test/render.tsx'
import { createSchema } from './create-schema.ts'
import { SchemaForm, useSchemaForm } from './schema-form.tsx'

function NameForm({ onLater: later }: { onLater: () => void }) {
  const form = useSchemaForm({
    schema: createSchema(({ name }: { name: string }) =>
      name === '' ? [{ message: 'name-required', path: ['name'] }] : [],
    ),
    initialValues: { name: '' },
  })
  return (
    <form>
      <TextInput {...form.getInputProps('name')} label="Name" />
      <button type="button" onClick={later}>
        Later
      </button>
    </form>
  )
}

test('a field that is left with the keyboard is checked at once', async () => {
  await show(<NameForm onLater={() => undefined} />)
  await userEvent.click(screen.getByLabelText('Name'))
  await userEvent.tab()
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true')
})

test('no message moves a button while it is pressed', async () => {
  const user = userEvent.setup()
  let clicks = 0
  await show(<NameForm onLater={() => (clicks += 1)} />)
  const name = screen.getByLabelText('Name')
  const button = screen.getByRole('button', { name: 'Later' })
  await user.click(name)
  await user.pointer({ keys: '[MouseLeft>]', target: button })
  expect(document.activeElement).toBe(button)
  expect(name.getAttribute('aria-invalid')).not.toBe('true')
  await user.pointer({ keys: '[/MouseLeft]', target: button })
  expect(clicks).toBe(1)
  await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
})

function PlaceForm() {
  const form = useSchemaForm({
    schema: createSchema((values: { bed: string; ward: string }) =>
      (['bed', 'ward'] as const)
        .filter((name) => values[name] === '')
        .map((name) => ({ message: 'field-required', path: [name] })),
    ),
    initialValues: { bed: '', ward: '' },
  })
  return (
    <SchemaForm form={form} onSubmit={() => undefined}>
      <TextInput {...form.getInputProps('ward')} label="Ward" />
      <TextInput {...form.getInputProps('bed')} label="Bed" />
      <button type="submit">Save</button>
    </SchemaForm>
  )
}

test('the topmost field with a problem gets the focus, whichever the schema names first', async () => {
  await show(<PlaceForm />)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(document.activeElement).toBe(screen.getByLabelText('Ward'))
})
