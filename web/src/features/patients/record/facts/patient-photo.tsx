import { type Patient } from 'contract'
import { InitialsPicture } from '../../../../ui/picture/initials-picture.tsx'
import { PersonPhoto } from '../../../../ui/picture/person-photo.tsx'
import { usePatientPhoto } from '../queries.ts'

/** The name is shown beside it, so the image is hidden from screen readers. */
export function PatientPhoto({ patient, size }: { patient: Patient; size: number }) {
  const url = usePatientPhoto(patient, size > 80 ? 'large' : 'small')
  if (!url) return <InitialsPicture person={patient} size={size} />
  return <PersonPhoto kind="patient" src={url} size={size} />
}
