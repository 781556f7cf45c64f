import { isJpegOrPng, maxPhotoBytes } from 'contract'
import { Failure } from '../../core/failure.ts'
import { lanes } from '../../core/lanes.ts'
import type { Photo } from './queries.ts'

const maxPixels = 50_000_000

/** A picture is small as a file and large in memory, and decoding holds the threads that passwords need. */
const inLane = lanes(1)

/**
 * A photo as it is kept: turned upright, cut square in two sizes, stripped of everything but the picture.
 * What it is, is told by its content and not by its name.
 */
export async function readPhoto(bytes: Uint8Array): Promise<Photo> {
  if (!isJpegOrPng(bytes))
    throw new Failure('photo-type', { fields: [{ field: 'photo', message: 'photo-type' }] })
  if (bytes.length > maxPhotoBytes) {
    throw new Failure('photo-too-large', { fields: [{ field: 'photo', message: 'photo-too-large' }] })
  }
  // Loaded at the first photo: it would cost every start some 20 MB.
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .flatten({ background: '#fff' })
  const square = (side: number) =>
    picture.clone().resize(side, side, { fit: 'cover' }).jpeg({ quality: 82 }).toBuffer()
  try {
    return await inLane(async () => ({ small: await square(96), large: await square(480) }))
  } catch {
    throw new Failure('photo-unreadable', { fields: [{ field: 'photo', message: 'photo-unreadable' }] })
  }
}
