import { useQuery } from '@tanstack/react-query'
import { ask } from '../../../api/client.ts'
import { formCalls } from '../calls.ts'
import { addPart } from '../offline/delivery.ts'
import { useRecordStore } from '../use-record.ts'
import { AddPhoto, PhotoList, useUnsentPhotos } from './photos.tsx'

/** The photos of a row of a draft: the film of an investigation, or its slip. `mayAdd`: while the row is open. */
export function RowPhotos({ id, mayAdd }: { id: string; mayAdd: boolean }) {
  const replied = useRecordStore().getRecord()
  const { _id: record_id, form, form_version, mission } = replied
  // The reply to what was typed may be older than a photo.
  const query = useQuery(ask(formCalls[form].list, { _id: record_id }, true))
  const record = query.data?.rows[0] ?? replied
  const unsent = useUnsentPhotos(record)
  const add = (photo: File, caption: string | null) =>
    addPart({ record_id, form, form_version, mission }, { kind: 'photo', caption, row_id: id }, photo)
  return (
    <>
      <PhotoList
        record={record}
        photos={record.photos.filter(({ row_id }) => row_id === id)}
        unsent={unsent.filter(({ described }) => described?.kind === 'photo' && described.row_id === id)}
      />
      {mayAdd && <AddPhoto add={add} />}
    </>
  )
}
