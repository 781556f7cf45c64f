import { expect, test } from 'vitest'
import { contract } from '../index.ts'
import { toOpenApi } from './openapi.ts'

type Document = {
  paths: Record<string, Record<string, { operationId: string; requestBody?: { content: object } }>>
}
const document = toOpenApi(contract, '1.0.0') as unknown as Document

test('every endpoint is an operation under its own name', () => {
  const names = Object.values(document.paths).flatMap((path) =>
    Object.values(path).map((call) => call.operationId),
  )
  const expected = Object.entries(contract).flatMap(([group, calls]) =>
    Object.keys(calls).map((call) => `${group}.${call}`),
  )
  expect(names.sort()).toEqual(expected.sort())
})

test('a form is documented as form data', () => {
  const { requestBody } = document.paths['/api/hospital_user/add_patient']?.['post'] ?? {}
  expect(Object.keys(requestBody?.content ?? {})).toEqual(['multipart/form-data'])
})

test('the document is plain JSON', () => {
  expect(JSON.parse(JSON.stringify(document))).toEqual(document)
})
