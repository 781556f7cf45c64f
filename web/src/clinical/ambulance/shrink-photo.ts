import { documentPhotoSide, isJpegOrPng } from 'contract'

/**
 * At 23 kbit/s, the slowest mobile network in use, so many bytes are sent in half of the minute that a call may take. A
 * call that is cut begins anew, and what is typed is sent beside it.
 */
const mostBytes = 90_000
const headBytes = 16
const steps = [
  { side: documentPhotoSide, quality: 0.8 },
  { side: documentPhotoSide, quality: 0.6 },
  { side: 1_200, quality: 0.6 },
  { side: 900, quality: 0.5 },
  { side: 700, quality: 0.5 },
  { side: 500, quality: 0.5 },
  { side: 350, quality: 0.5 },
] as const

/**
 * A photo as a JPEG that a slow network can carry: as large and as good as fits; or why it cannot be read. It always
 * answers: a file may be gone, and a browser may lack memory or the means to draw.
 */
export async function shrinkPhoto(file: File): Promise<File | 'photo-type' | 'photo-unreadable'> {
  try {
    if (!isJpegOrPng(new Uint8Array(await file.slice(0, headBytes).arrayBuffer()))) return 'photo-type'
    return await drawSmall(await createImageBitmap(file))
  } catch {
    return 'photo-unreadable'
  }
}

async function drawSmall(picture: ImageBitmap): Promise<File | 'photo-unreadable'> {
  let smallest: Blob | undefined
  try {
    for (const { side, quality } of steps) {
      smallest = await drawJpeg(picture, side, quality)
      if (smallest.size <= mostBytes) break
    }
  } finally {
    picture.close()
  }
  return smallest ? new File([smallest], 'photo.jpg', { type: 'image/jpeg' }) : 'photo-unreadable'
}

async function drawJpeg(picture: ImageBitmap, side: number, quality: number): Promise<Blob> {
  const scale = Math.min(1, side / Math.max(picture.width, picture.height))
  const canvas = new OffscreenCanvas(Math.round(picture.width * scale), Math.round(picture.height * scale))
  const drawing = canvas.getContext('2d')
  // Without one the photo would be blank.
  if (!drawing) throw new Error('the browser draws nothing')
  drawing.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return await canvas.convertToBlob({ type: 'image/jpeg', quality })
}
