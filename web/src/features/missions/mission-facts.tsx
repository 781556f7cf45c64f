import { Anchor, Badge } from '@mantine/core'
import { IconAlertTriangle, IconArrowRight } from '@tabler/icons-react'
import { dispatchCodeColours, type Mission, triageLevels } from 'contract'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { NameOwnCodes, useOptionText } from '../../clinical/ambulance/own-options.tsx'
import { useMayReadReferral } from '../../clinical/ambulance/use-may-read-referral.ts'
import { TriageBadge } from '../../clinical/triage-badge.tsx'
import { formsPath } from '../../paths.ts'
import { Time } from '../../ui/date/time.tsx'
import { TimeAgo } from '../../ui/date/time-ago.tsx'
import { formatPatientName, formatStaffName } from '../../ui/person-name.ts'
import { useCrewMemberText } from './crew-member-text.ts'
import classes from './missions.module.css'
import { RequestCorrections, RequestFacts } from './request-facts.tsx'

type MissionFactsProps = { mission: Mission; isOwn: boolean }

/** What a mission is about: from where to where, for whom, with whom. Its crew opens the referral too. */
export function MissionFacts(props: MissionFactsProps) {
  const { hazards, equipment } = props.mission
  return (
    <NameOwnCodes codes={[...hazards, ...equipment]}>
      <Facts {...props} />
    </NameOwnCodes>
  )
}

function Facts({ mission, isOwn }: MissionFactsProps) {
  const { t } = useTranslation(['missions', 'form-options', 'calculations', 'ui'])
  const option = t as (key: string) => string
  const writeOption = useOptionText()
  const describeMember = useCrewMemberText()
  const mayOpenReferral = useMayReadReferral(mission)
  const {
    kind,
    colour,
    symptom_groups,
    life_threats,
    unit_level,
    urgency,
    patient_count,
    complaint,
    patient,
    patient_name,
    referral,
    pre_alert,
    vehicle,
    position,
    team,
    operation,
  } = mission
  const code = useDispatchCode(mission)
  return (
    <>
      <p className={classes.route}>
        {mission.pick_up}
        {mission.destination && (
          <>
            {' '}
            <IconArrowRight size={16} aria-label={t('to')} /> {mission.destination}
          </>
        )}
      </p>
      {(mission.landmark || mission.sub_district) && (
        <p className={classes.minor}>
          {[mission.landmark, mission.sub_district].filter(Boolean).join(' · ')}
        </p>
      )}
      <RequestCorrections mission={mission} />
      <div className={classes.badges}>
        <Badge variant="default">{option(`form-options:request-kind.${kind}`)}</Badge>
        {colour && <ColourBadge colour={colour} word={option(`form-options:dispatch-colour.${colour}`)} />}
        {life_threats.map((threat) => (
          <Badge key={threat} variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
            {t(`life-threat.${threat}`)}
          </Badge>
        ))}
        {unit_level && <Badge variant="default">{option(`form-options:unit-level.${unit_level}`)}</Badge>}
        {urgency && (
          <Badge variant="default">
            {t('urgency')}: {option(`form-options:referral-urgency.${urgency}`)}
          </Badge>
        )}
        {patient_count > 1 && <Badge variant="default">{t('patients', { count: patient_count })}</Badge>}
        {mission.hazards
          .filter((hazard) => hazard !== 'NONE')
          .map((hazard) => (
            <Badge key={hazard} variant="default" leftSection={<IconAlertTriangle size={14} aria-hidden />}>
              {t('hazard')}: {writeOption('hazard', hazard)}
            </Badge>
          ))}
      </div>
      {symptom_groups.length > 0 && (
        <p>
          {symptom_groups.map((group) => option(`form-options:symptom-group.${group}`)).join(', ')}
          {code && <span className={classes.minor}> · {code}</span>}
        </p>
      )}
      {complaint && <p>{complaint}</p>}
      {(patient || patient_name) && (
        <p>{patient ? `${formatPatientName(patient)} · HN ${patient.hn}` : patient_name}</p>
      )}
      <RequestFacts mission={mission} />
      {referral && (
        <p>
          {isOwn || mayOpenReferral ? (
            <Anchor
              component={Link}
              to={`${formsPath}/ambulance-referral/${referral._id}`}
              className={classes.link}
            >
              {t('referral')} {referral.number}
            </Anchor>
          ) : (
            `${t('referral')} ${referral.number ?? ''}`.trim()
          )}
          {referral.risk && ` · ${t(`form-options:referral-risk.${referral.risk}`)}`}
          {referral.holder && ` · ${t('referral-held', { name: formatStaffName(referral.holder.staff) })}`}
        </p>
      )}
      {pre_alert && (
        <p>
          {t('told-er', { colour: t(`ui:triage.${pre_alert.colour}`) })} <Time at={pre_alert.at} />
          {' · '}
          {pre_alert.acknowledged ? (
            <strong>
              {t('er-knows', { name: formatStaffName(pre_alert.acknowledged.by) })}{' '}
              <Time at={pre_alert.acknowledged.at} />
            </strong>
          ) : (
            t('er-waits')
          )}
        </p>
      )}
      {vehicle && (
        <p>
          <strong>{vehicle.call_sign}</strong> {vehicle.plate} · {vehicle.class}
          {team && ` · ${team.name}`}
          {operation && ` · ${operation.name}`}
        </p>
      )}
      {team && team.members.length > 0 && (
        <p className={classes.minor}>
          {t('crew.label')}: {team.members.map(describeMember).join(', ')}
        </p>
      )}
      {position && (
        <p className={classes.minor}>
          {t('position')}: {t(`position-from.${position.source}`)}, <TimeAgo at={position.at} />
        </p>
      )}
    </>
  )
}

/** The code of the call in the national dispatch protocol, such as "7 red 3". */
function useDispatchCode({ symptom_groups: [group], colour, colour_number: number }: Mission): string | null {
  const { t } = useTranslation('calculations')
  const named = dispatchCodeColours.find((one) => one === colour)
  if (group === undefined || named === undefined || number === null) return null
  return t('code', { group, colour: t(`code-colour.${named}`), number })
}

/** The call-taker's colour; black and unknown are no triage levels. */
function ColourBadge({ colour, word }: { colour: string; word: string }) {
  const level = triageLevels.find((one) => one === colour)
  return level ? <TriageBadge level={level} word={word} /> : <Badge variant="default">{word}</Badge>
}
