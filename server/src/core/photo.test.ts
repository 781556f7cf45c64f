import { maxPhotoBytes, maxPhotoPixels } from 'contract'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { Failure } from './failure.ts'
import { readPhoto } from './photo.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#48c' } })

const getFailureCode = (upload: Promise<unknown>) =>
  upload.then(
    () => 'kept',
    (error: unknown) => (error instanceof Failure ? error.code : error),
  )

test('a picture has at most 25 megapixels, however small its file is', async () => {
  expect(maxPhotoPixels).toBe(25_000_000)
  expect(await getFailureCode(readPhoto(await picture(5000, 5000).png().toBuffer()))).toBe('kept')
  for (const [width, height] of [
    [5001, 5000],
    [60_000, 1000],
  ] as const) {
    for (const file of [picture(width, height).png(), picture(width, height).jpeg()]) {
      const bytes = await file.toBuffer()
      expect(bytes.length).toBeLessThan(maxPhotoBytes)
      expect(await getFailureCode(readPhoto(bytes))).toBe('photo-too-many-pixels')
    }
  }
})

test('a header that claims impossible dimensions is refused', async () => {
  const png = await picture(10, 10).png().toBuffer()
  png.writeUInt32BE(2_000_000_000, 16)
  expect(await getFailureCode(readPhoto(png))).toBe('photo-unreadable')
})

test('the queue of pictures is limited: the next one is refused at once, and all before it are stored', async () => {
  const bytes = await picture(1000, 1000).png().toBuffer()
  const codes = await Promise.all(Array.from({ length: 15 }, () => getFailureCode(readPhoto(bytes))))
  expect(codes).toEqual([...Array(11).fill('kept'), ...Array(4).fill('photos-busy')])
  expect(await getFailureCode(readPhoto(bytes))).toBe('kept')
})
