import { Button } from '@mantine/core'
import { IconList } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { MoveForm } from '../../features/admissions/acts/move-form.tsx'
import { StayDialog } from '../../features/admissions/acts/stay-form.tsx'
import { SwapForm } from '../../features/admissions/acts/swap-form.tsx'
import { WardRequests } from '../../features/admissions/requests/ward-requests.tsx'
import { BedMap } from '../../features/beds/bed-map.tsx'
import { bedMapQuery } from '../../features/beds/list-query.ts'
import type { PatientMove } from '../../features/beds/rules.ts'
import { formatWardBoardPath } from '../../paths.ts'
import { useUrlState } from '../../ui/use-url-state.ts'

/** The URL holds the ward and the filters. */
export function BedsPage() {
  const { t } = useTranslation('beds')
  const { state, change } = useUrlState(bedMapQuery)
  const [move, setMove] = useState<PatientMove>()
  const close = () => setMove(undefined)
  return (
    <>
      <BedMap
        view={state}
        onChange={change}
        onMove={setMove}
        tools={
          <>
            <WardRequests ward={state.ward} />
            <Button
              component={Link}
              to={formatWardBoardPath(state.ward)}
              size="md"
              variant="default"
              leftSection={<IconList size={18} aria-hidden />}
            >
              {t('as-list')}
            </Button>
          </>
        }
      />
      <StayDialog act={move?.act} patient={move?.patient.patient} onClose={close}>
        {move?.act === 'move' && <MoveForm stay={toStay(move)} to={move.to} onClose={close} />}
        {move?.act === 'swap' && (
          <SwapForm stay={toStay(move)} withStayId={move.withStayId} onClose={close} />
        )}
      </StayDialog>
    </>
  )
}

const toStay = ({ ward, bed, patient: { stay_id, version, kind, patient, isolation } }: PatientMove) => ({
  _id: stay_id,
  version,
  patient,
  place: { kind, ward, bed },
  isolation,
})
