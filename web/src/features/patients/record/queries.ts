import { useQuery } from '@tanstack/react-query'
import {
  type Coded,
  type Endpoint,
  type Patient,
  type PatientChange,
  patients,
  photoProblems,
  readings,
  reference,
  summary,
} from 'contract'
import { ask, queryClient, useSend } from '../../../api/client.ts'
import { usePhotoUrl } from '../../../api/photo.ts'

const whileEditingMs = 60_000

export function usePatient(id: string, enabled = true) {
  return useQuery({ ...ask(patients.get, { _id: id }, true), enabled })
}

/** Looks for changes by others while the user edits the record. */
export function usePollPatient(id: string) {
  useQuery({
    ...ask(patients.get, { _id: id }, true),
    refetchInterval: whileEditingMs,
    refetchOnMount: false,
  })
}

/** Writes a record from another endpoint's reply into the cache. */
export function cachePatient(patient: Patient) {
  queryClient.setQueryData(ask(patients.get, { _id: patient._id }).queryKey, (held) => ({
    opened_until: held?.opened_until ?? null,
    alarms_off: held?.alarms_off ?? [],
    patient,
  }))
}

/** Requests the record again when the cached one may be out of date. */
export function refetchPatient(id: string): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ask(patients.get, { _id: id }).queryKey })
}

/** What shows a record, or whether it is used. */
const outdatedByMerge = [
  patients.get,
  patients.list,
  patients.listForLocation,
  patients.doubledNationalIds,
  patients.changes,
  patients.allergyHistory,
  summary.get,
  summary.timeline,
]

/** `inline`: the form shows why the call was refused. */
export function useMergePatients(onSuccess: (kept: Patient) => void) {
  return useSend(patients.merge, {
    inline: true,
    outdates: outdatedByMerge,
    onSuccess: ({ patient }) => {
      cachePatient(patient)
      onSuccess(patient)
    },
  })
}

export function useSeparatePatient(onSuccess: () => void) {
  return useSend(patients.separate, {
    inline: true,
    outdates: outdatedByMerge,
    onSuccess: ({ patient }) => {
      cachePatient(patient)
      onSuccess()
    },
  })
}

export function useUpdatePatient(onSuccess: (patient: Patient) => void) {
  return useSend(patients.update, {
    inline: ['changed-meanwhile', 'invalid', 'hn-taken', 'national-id-taken', ...photoProblems],
    outdates: [
      patients.list,
      patients.listForLocation,
      patients.changes,
      patients.underlyingDiseaseHistory,
      patients.medicationHistory,
      patients.allergyHistory,
      // A weight entered in the form is stored as a manual measurement too.
      readings.history,
      readings.flowsheet,
      summary.get,
      summary.timeline,
    ],
    onSuccess: ({ patient }) => {
      cachePatient(patient)
      onSuccess(patient)
    },
  })
}

/** URL of the photo; undefined without one. */
export function usePatientPhoto(patient: Patient, size: 'small' | 'large'): string | undefined {
  return usePhotoUrl(patients.getPhoto, patient, size)
}

type ChangesQuery = { section?: PatientChange['section'] | undefined; page: number; size: number }

export function usePatientChanges(id: string, { section, page, size }: ChangesQuery) {
  const body = { patient_id: id, page, number_of_rec: size, ...(section && { section }) }
  return useQuery({ ...ask(patients.changes, body, true), placeholderData: (previous) => previous })
}

/** The changes made after an instant. */
export function useNewerPatientChanges(id: string, since: string) {
  return useQuery({
    ...ask(patients.changes, { patient_id: id, number_of_rec: 100 }, true),
    select: ({ rows }) => rows.filter(({ at }) => at > since),
  })
}

export function useAllergyHistory(id: string) {
  return useQuery(ask(patients.allergyHistory, { patient_id: id }, true))
}

export function useMedicationHistory(id: string) {
  return useQuery(ask(patients.medicationHistory, { patient_id: id }, true))
}

export function useUnderlyingDiseaseHistory(id: string) {
  return useQuery(ask(patients.underlyingDiseaseHistory, { patient_id: id }, true))
}

const referenceLists = {
  nationality: reference.nations,
  skin_color: reference.skinColors,
  blood_group: reference.bloodGroups,
  province: reference.provinces,
  district: reference.districts,
  sub_district: reference.subDistricts,
  underlying_disease: reference.underlyingDiseases,
} satisfies Record<string, Endpoint>
export type CodedField = keyof typeof referenceLists

export function isCodedField(field: string): field is CodedField {
  return field in referenceLists
}

/** The entry of a reference list for a code; null if the list does not have the code. */
export function useCoded(field: CodedField, code: string): Coded | null | undefined {
  const question = ask<Endpoint>(referenceLists[field], getParentCode(field, code), true)
  const { data } = useQuery({ ...question, staleTime: Number.POSITIVE_INFINITY })
  if (!data) return undefined
  const choices = Object.values(data).find(Array.isArray) as Coded[]
  return choices.find((choice) => choice.code === code) ?? null
}

/** The code of an area begins with the code of the area that contains it. */
function getParentCode(field: CodedField, code: string) {
  if (field === 'district') return { province: code.slice(0, 2) }
  return field === 'sub_district' ? { district: code.slice(0, 4) } : {}
}
