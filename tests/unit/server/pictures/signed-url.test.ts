import t from "tap";
import { withoutSignature } from "../../../../server/url-signature.ts";

t.test("signature parameters go, parameters that name a picture stay", async (t) => {
  for (const [query, kept] of [
    ["X-Amz-Algorithm=A&X-Amz-Date=1&w=2&x-amz-signature=3", "?w=2"],
    ["X-Goog-Expires=1&X-Goog-Signature=2", ""],
    ["GoogleAccessId=a%40b&Expires=1&Signature=c%2B%3D&v=2", "?v=2"],
    ["AWSAccessKeyId=A&Expires=1&Signature=b", ""],
    ["Policy=e&Signature=f&Key-Pair-Id=g&size=L", "?size=L"],
    ["sp=r&st=1&se=2&sv=3&sr=b&sig=4&w=5", "?w=5"],
    ["q-sign-algorithm=sha1&q-ak=A&q-signature=b&name=c", "?name=c"],
    ["token=eyJh.eyJi.c_-", ""],
    ["token=abc&expires=1&crop=2", "?crop=2"],
    // Without a signature, every parameter may name another picture.
    ["token=abc", "?token=abc"],
    ["expires=1&se=2", "?expires=1&se=2"],
    ["alt=media&token=0f-1e", "?alt=media&token=0f-1e"],
    ["", "?"],
  ] as const)
    t.equal(withoutSignature(`https://a.example/b.jpg?${query}`), `https://a.example/b.jpg${kept}`);
});
