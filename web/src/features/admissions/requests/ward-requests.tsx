import { Button } from '@mantine/core'
import { IconBellRinging2 } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { admissionRequests, type BoardWard } from 'contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { ask } from '../../../api/client.ts'
import { PatientName } from '../../../clinical/patient/patient-name.tsx'
import { formatPatientPath } from '../../../paths.ts'
import { Dialog } from '../../../ui/feedback/dialog.tsx'
import classes from '../admissions.module.css'
import { ClosedRequest } from './patient-requests.tsx'
import { type RequestAct, RequestCard, RequestDialog } from './request-card.tsx'

/** How many open requests wards have, and the list of them; nothing while there is none. */
export function WardRequests({ ward }: { ward: BoardWard | undefined }) {
  const { t } = useTranslation('admission-requests')
  const [isOpened, setOpened] = useState(false)
  const [act, setAct] = useState<RequestAct>()
  const { data } = useQuery({
    ...ask(admissionRequests.list, ward ? { ward } : {}, true),
    placeholderData: keepPreviousData,
  })
  const requests = data?.requests ?? []
  const declined = data?.declined ?? []
  if (requests.length === 0 && declined.length === 0 && !isOpened) return null
  return (
    <>
      <Button
        size="md"
        variant={requests.some(({ urgency }) => urgency === 'EMERGENCY') ? 'filled' : 'default'}
        leftSection={<IconBellRinging2 size={18} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        {t('count', { count: requests.length })}
        {declined.length > 0 && ` · ${t('declined-count', { count: declined.length })}`}
      </Button>
      <Dialog opened={isOpened} onClose={() => setOpened(false)} isWide title={t('title')}>
        {declined.length > 0 && (
          <section aria-label={t('declined')}>
            <ul className={classes.requests}>
              {declined.map((request) => (
                <li key={request._id}>
                  <Link to={formatPatientPath(request.patient._id)} className={classes.requestName}>
                    <PatientName of={request.patient} />
                  </Link>
                  <ClosedRequest request={request} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {requests.length === 0 && <p>{t('none')}</p>}
        <ul className={classes.requests}>
          {requests.map((request) => (
            <li key={request._id}>
              <RequestCard request={request} namesPatient onAct={setAct} />
            </li>
          ))}
        </ul>
      </Dialog>
      <RequestDialog act={act} onClose={() => setAct(undefined)} />
    </>
  )
}
