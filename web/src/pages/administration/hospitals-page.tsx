import { useState } from 'react'
import { type AddedHospital, HospitalList } from '../../features/hospitals/hospital-list.tsx'
import { LinksDialog } from '../../features/users/links-dialog.tsx'

export function HospitalsPage() {
  const [added, setAdded] = useState<AddedHospital>()
  const made = added && {
    _id: added.hospital._id,
    first_name: added.admin.first_name,
    last_name: added.admin.last_name,
    email: added.admin.email,
    link: added.link,
  }
  return (
    <>
      <HospitalList onAdded={setAdded} />
      <LinksDialog made={made ? [made] : []} hospital={added?.hospital} onClose={() => setAdded(undefined)} />
    </>
  )
}
