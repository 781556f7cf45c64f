import { useQuery } from '@tanstack/react-query'
import { appraises, operationRecords } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../api/client.ts'
import { formatFormListPath } from '../../paths.ts'
import { useMay } from '../../session/signed-in.tsx'
import classes from './inbound.module.css'

/** How many transports still wait for the appraisal of the emergency room, with the way to them. */
export function OpenAppraisals() {
  const { t } = useTranslation('inbound')
  const mayRead = useMay('form:use')
  const mayAppraise = useMay(appraises)
  const { data } = useQuery({
    ...ask(operationRecords.list, { number_of_rec: 1, filterLists: { appraisal: ['open'] } }, true),
    enabled: mayRead && mayAppraise,
  })
  const count = data?.total ?? 0
  if (count === 0) return null
  return (
    <p>
      <Link className={classes.link} to={`${formatFormListPath('operation-form')}?appraisal=open`}>
        {t('open-appraisals', { count })}
      </Link>
    </p>
  )
}
