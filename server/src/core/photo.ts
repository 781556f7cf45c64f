import { isJpegOrPng, maxPhotoBytes } from 'contract'
import type { Tx } from './database.ts'
import { Failure } from './failure.ts'
import { lanes } from './lanes.ts'

export type Photo = { small: Buffer; large: Buffer }

const maxPixels = 50_000_000

/** A picture is small as a file and large in memory, and decoding holds the threads that passwords need. */
const inLane = lanes(1)

/** What a form says of a photo: `undefined` leaves it as it is, `null` takes it away. */
export async function photoOf(upload: Uint8Array | File | '' | undefined): Promise<Photo | null | undefined> {
  if (upload === undefined) return undefined
  return upload instanceof Uint8Array ? readPhoto(upload) : null
}

/** Keeps a photo under an id of its own, which is given back; `undefined` where there is none to keep. */
export async function keepPhoto(
  { tx, hospitalId, now, newId }: { tx: Tx; hospitalId: string; now: string; newId: () => string },
  photo: Photo | null | undefined,
): Promise<string | undefined> {
  if (!photo) return undefined
  const id = newId()
  await tx
    .insertInto('photos')
    .values({ id, hospital_id: hospitalId, ...photo, created_at: now })
    .execute()
  return id
}

export async function deletePhoto(tx: Tx, photoId: string): Promise<void> {
  await tx.deleteFrom('photos').where('id', '=', photoId).execute()
}

/**
 * A photo as it is kept: turned upright, cut square in two sizes, stripped of everything but the picture.
 * What it is, is told by its content and not by its name.
 */
async function readPhoto(bytes: Uint8Array): Promise<Photo> {
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
