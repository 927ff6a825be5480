import type { Entry } from '#contract/files.ts';
import type { PhotoFacts } from '#contract/metadata.ts';
import { useQuery } from '@tanstack/react-query';
import { metadataQuery } from '../../../api/metadata.ts';
import { formatExactDate } from '../../../i18n/format.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Fact } from '../dialogs/fact.tsx';
import styles from './details.module.css';
import { Section } from './section.tsx';

/** Facts that the camera has stored. Renders nothing for images without it. */
export function PhotoSection({ entry }: { entry: Entry }) {
  const { t, locale } = useTranslation();
  const { data } = useQuery(metadataQuery(entry.path, entry.modified));
  const photo = data?.photo;
  if (photo === undefined || Object.keys(photo).length === 0) return null;
  const exposure = exposureText(photo, locale);
  return (
    <Section title={t('info.photo')}>
      <dl className={styles.facts}>
        {photo.takenAt !== undefined && (
          <Fact label={t('info.taken')}>
            {/* The time of the camera's clock, wherever it was. */}
            <time dateTime={photo.takenAt} dir="auto">
              {formatExactDate(new Date(photo.takenAt), locale)}
            </time>
          </Fact>
        )}
        {photo.camera !== undefined && (
          <Fact label={t('info.camera')}>
            <bdi>{photo.camera}</bdi>
          </Fact>
        )}
        {photo.lens !== undefined && (
          <Fact label={t('info.lens')}>
            <bdi>{photo.lens}</bdi>
          </Fact>
        )}
        {exposure !== '' && (
          <Fact label={t('info.exposure')}>
            <bdi dir="ltr">{exposure}</bdi>
          </Fact>
        )}
        {photo.place && (
          <Fact label={t('info.place')}>
            <bdi dir="ltr">{placeText(photo.place, locale)}</bdi>
          </Fact>
        )}
      </dl>
    </Section>
  );
}

/** Formats the exposure as photographers do: '1/250 s · ƒ/2.8 · ISO 200 · 35 mm'. */
export function exposureText(photo: PhotoFacts, locale: string): string {
  const number = (value: number, digits: number) =>
    value.toLocaleString(locale, { maximumFractionDigits: digits, useGrouping: false });
  const { exposureSeconds, aperture, iso, focalLengthMm } = photo;
  const parts = [
    exposureSeconds !== undefined &&
      (exposureSeconds < 0.3
        ? `1/${number(1 / exposureSeconds, 0)}\u00a0s`
        : `${number(exposureSeconds, 1)}\u00a0s`),
    aperture !== undefined && `ƒ/${number(aperture, 1)}`,
    iso !== undefined && `ISO\u00a0${number(iso, 0)}`,
    focalLengthMm !== undefined && `${number(focalLengthMm, 1)}\u00a0mm`,
  ];
  return parts.filter((part) => part !== false).join(' · ');
}

/** Formats a place in degrees: '46.4003° N, 11.834° E'. */
export function placeText(
  { latitude, longitude }: NonNullable<PhotoFacts['place']>,
  locale: string,
): string {
  const degrees = (value: number) =>
    `${Math.abs(value).toLocaleString(locale, { maximumFractionDigits: 4 })}°`;
  return `${degrees(latitude)} ${latitude < 0 ? 'S' : 'N'}, ${degrees(longitude)} ${longitude < 0 ? 'W' : 'E'}`;
}
