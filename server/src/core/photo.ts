import { documentPhotoSide, isJpegOrPng, maxPhotoBytes, maxPhotoPixels, type photoProblems } from 'contract'
import type { Sharp } from 'sharp'
import type { Tx } from '../db/database.ts'
import { Failure } from './failure.ts'
import { createSemaphore } from './semaphore.ts'

export type Photo = { small: Buffer; large: Buffer }

/**
 * The largest picture is decoded in less than a second, so the last one in the queue waits no longer than a person
 * would.
 */
const maxWaiting = 10
const maxDecodingSeconds = 15

/** A picture can be small as a file and large in memory, and decoding uses the threads that passwords need. */
const limitDecoding = createSemaphore(1, { room: maxWaiting, refuse: () => new Failure('photos-busy') })

/** The photo of a form: `undefined` leaves the stored one, `null` removes it. */
export async function readPhoto(
  upload: Uint8Array | File | '' | undefined,
): Promise<Photo | null | undefined> {
  return readPictureField('photo', upload, (picture, side) =>
    picture.flatten({ background: '#fff' }).resize(side, side, { fit: 'cover' }).jpeg({ quality: 82 }),
  )
}

/** The logo of a form, stored uncropped and with its transparency, as a png. */
export async function readLogo(
  upload: Uint8Array | File | '' | undefined,
): Promise<Photo | null | undefined> {
  return readPictureField('logo', upload, (picture, side) =>
    picture.resize(side, side, { fit: 'inside', withoutEnlargement: true }).png(),
  )
}

/** A photo to be read, such as of a strip of paper: uncropped, and large enough for its letters. */
export async function readDocumentPhoto(
  upload: Uint8Array | File | '' | undefined,
): Promise<Photo | undefined> {
  const draw: Draw = (picture, side) =>
    picture
      .flatten({ background: '#fff' })
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 75 })
  return (await readPictureField('photo', upload, draw, documentSides)) ?? undefined
}

/** The side of the square in which a stored picture fits, in pixels. */
type Sides = { small: number; large: number }
const personSides: Sides = { small: 96, large: 480 }
const documentSides: Sides = { small: 240, large: documentPhotoSide }

type Draw = (picture: Sharp, side: number) => Sharp

async function readPictureField(
  field: string,
  upload: Uint8Array | File | '' | undefined,
  draw: Draw,
  sides = personSides,
) {
  if (upload === undefined) return undefined
  return upload instanceof Uint8Array ? processPicture(field, upload, { draw, sides }) : null
}

/** Stores a photo and returns its new id; with nothing to store, returns the given `undefined` or `null`. */
export async function storePhoto(
  { tx, hospitalId, now, newId }: { tx: Tx; hospitalId: string; now: string; newId: () => string },
  photo: Photo | null | undefined,
): Promise<string | null | undefined> {
  if (!photo) return photo
  const id = newId()
  await tx
    .insertInto('photos')
    .values({ id, hospital_id: hospitalId, ...photo, created_at: now })
    .execute()
  return id
}

/** The history entry of a picture, which only says whether there is one. Removing a missing picture is no change. */
export function describePictureChange<Field extends string>(
  field: Field,
  heldId: string | null,
  picture: Photo | null | undefined,
): { field: Field; from: boolean; to: boolean }[] {
  if (picture === undefined || (picture === null && heldId === null)) return []
  return [{ field, from: heldId !== null, to: picture !== null }]
}

export async function deletePhoto(tx: Tx, photoId: string): Promise<void> {
  await tx.deleteFrom('photos').where('id', '=', photoId).execute()
}

/**
 * A picture in its stored form: turned upright, drawn in two sizes, without metadata. Its type is detected by its
 * content and not by its name.
 */
async function processPicture(
  field: string,
  bytes: Uint8Array,
  { draw, sides }: { draw: Draw; sides: Sides },
): Promise<Photo> {
  const refusal = (code: (typeof photoProblems)[number]) =>
    new Failure(code, { fields: [{ field, message: code }] })
  if (!isJpegOrPng(bytes)) throw refusal('photo-type')
  if (bytes.length > maxPhotoBytes) throw refusal('photo-too-large')
  return limitDecoding(async () => {
    try {
      // Loaded at the first picture: it would cost every start about 20 MB.
      const { default: sharp } = await import('sharp')
      sharp.cache(false)
      sharp.concurrency(1)
      const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
      if (width * height > maxPhotoPixels) throw refusal('photo-too-many-pixels')
      const picture = sharp(bytes, { failOn: 'error' }).rotate().timeout({ seconds: maxDecodingSeconds })
      const large = await draw(picture, sides.large).toBuffer()
      return { small: await draw(sharp(large), sides.small).toBuffer(), large }
    } catch (error) {
      throw error instanceof Failure ? error : refusal('photo-unreadable')
    }
  })
}
