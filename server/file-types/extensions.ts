/** The type of contents that an extension stands for. `other`: a known type whose first bytes must not decide. */
export type MediaClass = 'video' | 'audio' | 'image' | 'pdf' | 'text' | 'other';

/**
 * Returns the extension with its dot, as Go's filepath.Ext does: from the last dot on, '' without one. '.env' is all
 * extension.
 */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}

const VIDEO =
  'afl asf avi avs dif divx dl dv fli flv fmf gl isu m1v m2v m4v mjpg mkv moov mov movie mp4 mpe mpeg mpg mv ogv ' +
  'qt qtc rv vdo viv vivo vos webm xsr 3gp 3g2 wmv';
const AUDIO =
  'aac aif aifc aiff amr au caf flac funk gsd gsm it jam kar la lam lma m2a m3u m4a mjf mod mp2 mp3 mpa mpga my ' +
  'oga ogg opus pfunk qcp ra ram rmi rmm rmp s3m sid snd spx tsi voc vox vqe vqf vql wav wma xm';
const IMAGE =
  'art avif bmp flo fpx g3 gif heic heif ico ief iefs jfif jfif-tbnl jpe jpeg jpg jps jut nap naplps nif niff pbm ' +
  'pct pcx pgm pic pict png ppm qif qti qtif rast rf rgb rp svf svg tif tiff turbot wbmp webp x-png xbm xif xpm xwd';
const TEXT =
  'abc acgi adoc aip asm asp ass bash bat c c++ cc cfg cjs clj cljs cmake coffee com conf cpp cs csh css csv cue ' +
  'cxx dart def diff dockerfile editorconfig el env etx ex exs f f77 f90 fish flx for fs g gitattributes gitignore ' +
  'go gradle graphql groovy h hh hlb hpp hs htc htm html htmls htt htx ics icz idc ini jav java jl js json5 jsonc ' +
  'jsonl jsx ksh kt kts less list log lsp lst lsx lua m manifest mar markdown mcf md mjs mk mm ndjson nim nix p ' +
  'pas patch php pl pm po properties proto ps1 py r rb rexx rs rst rt rtf rtx s sass scala scm scss sdml sgm sgml ' +
  'sh shtml spc sql srt ssa ssi styl svelte swift talk tcl tcsh text tf toml tsv tsx txt uil uni unis uri uris uu ' +
  'uue vb vcard vcf vcs vtt vue wml wmls wsc xml yaml yml zig zsh';
/** Extensions of containers and documents that must not be guessed from their first bytes. */
const OTHER =
  '7z a aab ai apk arj bin bz bz2 cab class dat db dcr deb dll dmg doc docx dvi dxf ear eot eps epub exe gz gzip hqx img iso ' +
  'jar json latex lha lzh lzx map mid midi msi o odp ods odt pkg ppt pptx ps rar rpm ser sit so sqlite swf tar tbz2 tgz ' +
  'tex tif-gz ttf war wasm woff woff2 xls xlsx xz z zip zst';

const CLASSES = new Map<string, MediaClass>(
  (
    [
      ['other', OTHER],
      ['text', TEXT],
      ['image', IMAGE],
      ['audio', AUDIO],
      ['video', VIDEO],
      ['pdf', 'pdf'],
    ] as const
  ).flatMap(([kind, extensions]) =>
    extensions.split(' ').map((name) => [`.${name}`, kind] as const),
  ),
);

/** Returns undefined for an unknown extension; then the first bytes decide. */
export function mediaClassOf(extension: string): MediaClass | undefined {
  return CLASSES.get(extension) ?? CLASSES.get(extension.toLowerCase());
}
