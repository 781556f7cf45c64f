import { expect, test } from 'vitest'
import { printInLightScheme } from './print.ts'

test('a dark screen is printed as a light one and is dark again afterwards', () => {
  const root = document.createElement('html')
  root.setAttribute('data-mantine-color-scheme', 'dark')
  printInLightScheme(root)
  window.dispatchEvent(new Event('beforeprint'))
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('light')
  window.dispatchEvent(new Event('afterprint'))
  expect(root.getAttribute('data-mantine-color-scheme')).toBe('dark')
})
