/** What a name's extension says about contents, where it says anything. `other` stops guessing from bytes. */
export type MediaClass = 'video' | 'audio' | 'image' | 'pdf' | 'text' | 'other';

/** Go's filepath.Ext, as the wire has it: from the last dot on, '' without one; '.env' is all extension. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? '' : name.slice(dot);
}

const VIDEO =
  'afl asf avi avs dif divx dl dv fli flv fmf gl isu m1v m2v m4v mjpg mkv moov mov movie mp4 mpe mpeg mpg mv ogv ' +
  'opus qt qtc rv vdo viv vivo vos webm xdr xsr 3gp 3g2 wmv';
const AUDIO =
  'aac aif aifc aiff amr au caf flac funk gsd gsm it jam kar la lam lma m2a m3u m4a mjf mod mp2 mp3 mpa mpga my ' +
  'oga ogg pfunk qcp ra ram rmi rmm rmp rpm s3m sid snd spx tsi voc vox vqe vqf vql wav wma xm';
const IMAGE =
  'art avif bmp flo fpx g3 gif heic heif ico ief iefs jfif jfif-tbnl jpe jpeg jpg jps jut nap naplps nif niff pbm ' +
  'pct pcx pgm pic pict png ppm qif qti qtif rast rf rgb rp svf svg tif tiff turbot wbmp webp x-png xbm xif xpm xwd';
const TEXT =
  'abc acgi aip asm asp c c++ cc com conf cpp csh css csv cxx def el etx f f77 f90 flx for g h hh hlb htc htm html ' +
  'htmls htt htx ics icz idc jav java js ksh list log lsp lst lsx m manifest mar mcf md mjs p pas pl pm py rexx rt ' +
  'rtf rtx s scm sdml sgm sgml sh shtml spc srt ssi talk tcl tcsh text tsv txt uil uni unis uri uris uu uue vcard ' +
  'vcf vcs vtt vue wml wmls wsc xml yaml yml zsh';
/** Well-known containers and documents whose first bytes must not be taken for something else. */
const OTHER =
  '7z a aab ai apk arj bin bz bz2 cab class dat db dcr deb dll dmg doc docx dvi dxf ear eot eps epub exe gz gzip hqx img iso ' +
  'jar json latex lha lzh lzx map mid midi msi o odp ods odt pkg ppt pptx ps rar ser sit so sqlite swf tar tbz2 tgz ' +
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

/** Undefined when the extension is unknown, and so the bytes may tell. */
export function mediaClassOf(extension: string): MediaClass | undefined {
  return CLASSES.get(extension) ?? CLASSES.get(extension.toLowerCase());
}
