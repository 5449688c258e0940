/** The part of opentype.js that cards use; the package has no types of its own. */
declare module "opentype.js" {
  interface Path {
    toPathData(decimalPlaces: number): string;
  }
  export interface Font {
    unitsPerEm: number;
    charToGlyphIndex(character: string): number;
    getAdvanceWidth(text: string, fontSize: number): number;
    getPath(text: string, x: number, y: number, fontSize: number): Path;
  }
  const opentype: { parse(bytes: ArrayBuffer): Font };
  export default opentype;
}
