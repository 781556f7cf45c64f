import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../test/render.tsx'
import { Fact } from './fact.tsx'

test.each([null, undefined, '', false])('the value %o is shown as missing', async (value) => {
  await show(
    <dl>
      <Fact label="Bed">{value}</Fact>
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe('—Not recorded')
})

test('zero is a value', async () => {
  await show(
    <dl>
      <Fact label="Pain">{0}</Fact>
    </dl>,
  )
  expect(screen.getByRole('definition').textContent).toBe('0')
})
