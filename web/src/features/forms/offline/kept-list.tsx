import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { formatFormRecordPath } from '../../../paths.ts'
import { formatTime } from '../../../ui/date/dates.ts'
import { useFormTexts } from '../use-form-texts.ts'
import type { RecordName } from './database.ts'
import classes from './offline.module.css'

/** Records that this tablet knows without the server. */
export function KeptList({ records }: { records: readonly RecordName[] }) {
  return (
    <ul className={classes.kept}>
      {records.map((record) => (
        <li key={record._id}>
          <KeptLink record={record} />
        </li>
      ))}
    </ul>
  )
}

export function KeptLink({ record: { _id, form, number, created_at } }: { record: RecordName }) {
  const { i18n } = useTranslation()
  const { title } = useFormTexts(form)
  return (
    <Button
      component={Link}
      to={formatFormRecordPath(form, _id)}
      variant="default"
      size="md"
      fullWidth
      justify="flex-start"
    >
      {title} · {number ?? formatTime(created_at, i18n.language, 'dd MMM yyyy HH:mm')}
    </Button>
  )
}
