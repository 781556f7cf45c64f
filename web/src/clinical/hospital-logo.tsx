import { type Hospital, hospitals } from 'contract'
import { usePhotoOf } from '../api/photo.ts'

type Marked = Pick<Hospital, '_id' | 'logo_id'>

/** URL of a hospital's logo; undefined if it has none. */
export function useLogo({ _id, logo_id }: Marked, size: 'small' | 'large'): string | undefined {
  return usePhotoOf(hospitals.logo, { _id, photo_id: logo_id }, size)
}

type LogoProps = { hospital: Marked; size: 'small' | 'large'; className: string | undefined }

/** The hospital's name is shown beside it, so the image is hidden from screen readers. */
export function HospitalLogo({ hospital, size, className }: LogoProps) {
  const address = useLogo(hospital, size)
  return address && <img src={address} alt="" className={className} />
}
