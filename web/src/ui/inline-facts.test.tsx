import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { InlineFacts } from './inline-facts.tsx'

test('the separator of two facts stays with the former, so that no line begins with it', () => {
  const { container } = render(<InlineFacts of={['HN 1', null, 'Male Medical', 'bed 3']} />)
  expect(container.textContent).toBe('HN 1 · Male Medical · bed 3')
  expect([...container.children].map(({ textContent }) => textContent)).toEqual([
    'HN 1 ·',
    'Male Medical ·',
    'bed 3',
  ])
})
