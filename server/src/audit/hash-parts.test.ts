import { expect, test } from 'vitest'
import { computeLinkHash } from '../bedside/box-chain.ts'
import { hashParts } from './hash-parts.ts'
import { computeRowDigest, computeSealHash } from './seal.ts'

const at = '2026-03-04T05:06:07.089+07:00'

test('no byte can move from one part to the next, and a missing part is not an empty one', () => {
  const hashes = [['ab', 'c'], ['a', 'bc'], ['abc'], ['abc', ''], ['abc', null], ['a', '2:bc']].map((parts) =>
    hashParts(parts).toString('hex'),
  )
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('bytes and the text of the same bytes are framed alike', () => {
  expect(hashParts(['ค', Buffer.from('ไข้'), 7])).toEqual(hashParts([Buffer.from('ค'), 'ไข้', '7']))
})

test('the hashes of rows, seals and box messages are those that installed panels have stored', () => {
  const row = {
    position: 12,
    at,
    id: '0198a000-0000-7000-8000-000000000001',
    instant: '1772575567.089',
    hospital_id: null,
    staff_id: '0198a000-0000-7000-8000-000000000002',
    action: 'patients.get',
    patient_ids: '{}',
    outcome: '',
    detail: '{"note": "ไข้"}',
    address: '127.0.0.1',
    request_id: null,
  }
  expect(computeRowDigest(row).toString('hex')).toBe(
    '000000000000000cb1ab1d47c819063a19b29c7691001b4cecc00c42fcaec65e9a69998e786f87dc',
  )
  const seal = {
    number: 3,
    sealedAt: at,
    afterPosition: 11,
    toPosition: 12,
    rowDigests: computeRowDigest(row),
    previousHash: null,
  }
  expect(computeSealHash(seal).toString('hex')).toBe(
    '7b5963cdc8c8334011c2d167bb2285d0a25816e542128a35b1bf011bcdee25e0',
  )
  expect(computeSealHash({ ...seal, previousHash: Buffer.alloc(32, 5) }).toString('hex')).toBe(
    '3de4f919a47e36ab0019fd1c5dff806224d36c2cc7f111ba3f8eda0118894cfa',
  )
  const link = {
    number: 1,
    previousHash: null,
    receivedAt: at,
    mac: 'd83add000001',
    payload: Buffer.from([0, 255, 58]),
  }
  expect(computeLinkHash(link).toString('hex')).toBe(
    '0aa7cb0dc9667420abf75d25155ca48c649abfceb23a9ced524505c5773d4f30',
  )
  expect(computeLinkHash({ ...link, previousHash: Buffer.alloc(32, 5) }).toString('hex')).toBe(
    '3706eb8bd563fa1e959766a125140931f96518f30b067f55bf78ee5e52ab127c',
  )
})
