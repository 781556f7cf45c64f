import { type Hospital, hospitals } from 'contract'
import { usePhotoUrl } from '../../api/photo.ts'

type LogoOwner = Pick<Hospital, '_id' | 'logo_id'>

/** URL of a hospital's logo; undefined if it has none. */
export function useHospitalLogoUrl({ _id, logo_id }: LogoOwner, size: 'small' | 'large'): string | undefined {
  return usePhotoUrl(hospitals.logo, { _id, photo_id: logo_id }, size)
}

type LogoProps = { hospital: LogoOwner; size: 'small' | 'large'; className: string | undefined }

/** The hospital's name is shown beside it, so the image is hidden from screen readers. */
export function HospitalLogo({ hospital, size, className }: LogoProps) {
  const url = useHospitalLogoUrl(hospital, size)
  return url && <img src={url} alt="" className={className} />
}
