import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.Callable;

/** Handles of variables: all kinds, all types, and what the JVM converts. */
public class VariableHandles {
    int i; volatile long l; byte b; short s; char c; boolean z; float f; double d; Object o; String t; Integer boxed; final int fin = 7;
    static int count;
    static class Other { private int hidden = 3; }
    static class Base { protected int inherited = 1; }
    static class Derived extends Base { int own = 2; }
    static <T> void attempt(String name, Callable<T> body) {
        try { System.out.println(name + " = " + body.call()); }
        catch (UnsupportedOperationException e) { System.out.println(name + " is no operation"); }
        catch (Throwable e) { System.out.println(name + " throws " + e); }
    }
    public static void main(String[] args) throws Throwable {
        MethodHandles.Lookup k = MethodHandles.lookup();
        VarHandle I = k.findVarHandle(VariableHandles.class, "i", int.class);
        VarHandle L = k.findVarHandle(VariableHandles.class, "l", long.class);
        VarHandle B = k.findVarHandle(VariableHandles.class, "b", byte.class);
        VarHandle S = k.findVarHandle(VariableHandles.class, "s", short.class);
        VarHandle C = k.findVarHandle(VariableHandles.class, "c", char.class);
        VarHandle Z = k.findVarHandle(VariableHandles.class, "z", boolean.class);
        VarHandle F = k.findVarHandle(VariableHandles.class, "f", float.class);
        VarHandle D = k.findVarHandle(VariableHandles.class, "d", double.class);
        VarHandle O = k.findVarHandle(VariableHandles.class, "o", Object.class);
        VarHandle T = k.findVarHandle(VariableHandles.class, "t", String.class);
        VarHandle X = k.findVarHandle(VariableHandles.class, "boxed", Integer.class);
        VarHandle FIN = k.findVarHandle(VariableHandles.class, "fin", int.class);
        VarHandle N = k.findStaticVarHandle(VariableHandles.class, "count", int.class);
        VariableHandles a = new VariableHandles();
        attempt("byte add", () -> (byte) B.getAndAdd(a, (byte) 200));
        attempt("byte", () -> (byte) B.get(a));
        attempt("byte or", () -> (byte) B.getAndBitwiseOr(a, (byte) 7));
        attempt("byte", () -> B.get(a));
        attempt("short add", () -> (short) S.getAndAdd(a, (short) 40000));
        attempt("short", () -> (int) (short) S.getVolatile(a));
        attempt("short wide", () -> (int) S.getVolatile(a));
        attempt("char add", () -> (char) C.getAndAdd(a, (char) 65));
        attempt("char", () -> (char) C.getOpaque(a));
        attempt("char negative", () -> (char) C.getAndAdd(a, (char) 65535));
        attempt("char", () -> (char) C.getOpaque(a));
        attempt("bool or", () -> (boolean) Z.getAndBitwiseOr(a, true));
        attempt("bool and", () -> (boolean) Z.getAndBitwiseAndAcquire(a, false));
        attempt("bool xor", () -> (boolean) Z.getAndBitwiseXorRelease(a, true));
        attempt("bool", () -> (boolean) Z.get(a));
        attempt("bool add", () -> (boolean) Z.getAndAdd(a, true));
        attempt("float add", () -> (float) F.getAndAdd(a, 1.5f));
        attempt("float", () -> (float) F.get(a));
        attempt("float or", () -> (float) F.getAndBitwiseOr(a, 1.5f));
        attempt("double add", () -> (double) D.getAndAdd(a, 2.25));
        attempt("double widened", () -> (double) D.getAndAdd(a, 1));
        attempt("double", () -> D.getAcquire(a));
        attempt("double cas", () -> D.compareAndSet(a, 3.25, -0.0));
        attempt("double cas zero", () -> D.compareAndSet(a, 0.0, 1.0));
        attempt("long widened", () -> (long) L.getAndAdd(a, 5));
        attempt("long", () -> (long) L.getAndSet(a, Long.MAX_VALUE));
        attempt("long wraps", () -> (long) L.getAndAdd(a, 1));
        attempt("long", () -> L.get(a));
        attempt("long to int", () -> (int) L.get(a));
        attempt("long from char", () -> (long) L.getAndSet(a, 'a'));
        attempt("int box", () -> { Integer v = (Integer) I.getAndAdd(a, 4); return v; });
        attempt("int from Integer", () -> (int) I.getAndAdd(a, Integer.valueOf(6)));
        attempt("int from Object", () -> { Object v = 8; return (int) I.getAndAdd(a, v); });
        attempt("int from wrong Object", () -> { Object v = "x"; return (int) I.getAndAdd(a, v); });
        attempt("int from null", () -> { Integer v = null; return (int) I.getAndAdd(a, v); });
        attempt("int from Short", () -> (int) I.getAndAdd(a, Short.valueOf((short) 1)));
        attempt("int from long", () -> (int) I.getAndAdd(a, 1L));
        attempt("int as long", () -> (long) I.get(a));
        attempt("int as String", () -> (String) I.get(a));
        attempt("int as Number", () -> (Number) I.get(a));
        attempt("int as Comparable", () -> (Comparable<?>) I.get(a));
        attempt("int set", () -> { I.setRelease(a, 99); return I.getOpaque(a); });
        attempt("int exchange", () -> (int) I.compareAndExchange(a, 99, 100));
        attempt("int exchange fails", () -> (int) I.compareAndExchangeAcquire(a, 99, 101));
        attempt("int weak", () -> I.weakCompareAndSetPlain(a, 100, 1));
        attempt("cas as Object", () -> { Object r = I.compareAndSet(a, 1, 2); return r; });
        attempt("cas dropped", () -> { I.compareAndSet(a, 2, 3); return a.i; });
        attempt("add dropped", () -> { I.getAndAdd(a, 3); return a.i; });
        attempt("null receiver", () -> (int) I.get((VariableHandles) null));
        attempt("untyped null receiver", () -> (int) I.get(null));
        attempt("wrong receiver", () -> { Object w = "s"; return (int) I.get(w); });
        attempt("Object receiver", () -> { Object w = a; return (int) I.get(w); });
        attempt("String receiver", () -> (int) I.get("s"));
        attempt("too few", () -> (int) I.get());
        attempt("too many", () -> (int) I.get(a, 1));
        attempt("ref", () -> { O.set(a, "hello"); return (String) O.get(a); });
        attempt("ref set int", () -> { O.set(a, 12); return O.getVolatile(a); });
        attempt("ref as int", () -> (int) O.get(a));
        attempt("ref as long", () -> (long) O.get(a));
        attempt("ref wrong cast", () -> (String) O.get(a));
        attempt("ref add", () -> O.getAndAdd(a, "x"));
        attempt("text", () -> { T.set(a, "one"); return T.compareAndSet(a, "one", "two"); });
        attempt("text null", () -> { T.set(a, null); return T.compareAndSet(a, null, "two"); });
        attempt("text exchange", () -> (String) T.compareAndExchange(a, "two", "three"));
        attempt("text wrong", () -> { Object w = 3; T.set(a, w); return a.t; });
        attempt("text Integer", () -> { T.set(a, Integer.valueOf(3)); return a.t; });
        attempt("text swap", () -> (Object) T.getAndSetAcquire(a, "four"));
        attempt("boxed", () -> { X.set(a, 5); return (int) X.get(a); });
        attempt("boxed null", () -> { X.set(a, null); return (int) X.get(a); });
        attempt("final", () -> (int) FIN.get(a));
        attempt("final set", () -> { FIN.set(a, 1); return a.fin; });
        attempt("final cas", () -> FIN.compareAndSet(a, 7, 8));
        attempt("static", () -> (int) N.getAndAdd(3));
        attempt("static", () -> (int) N.getVolatile());
        attempt("static cas", () -> N.compareAndSet(3, 4));
        attempt("static", () -> count);
        VarHandle HID = k.findVarHandle(Other.class, "hidden", int.class);
        attempt("nest", () -> (int) HID.get(new Other()));
        VarHandle INH = k.findVarHandle(Derived.class, "inherited", int.class);
        attempt("inherited", () -> (int) INH.getAndAdd(new Derived(), 2));
        attempt("inherited base", () -> (int) INH.getAndAdd(new Base(), 2));
        VarHandle AI = MethodHandles.arrayElementVarHandle(int[].class);
        int[] ints = {1, 2, 3};
        attempt("array", () -> (int) AI.getAndAdd(ints, 1, 40));
        attempt("array", () -> (int) AI.getAcquire(ints, 1));
        attempt("array cas", () -> AI.compareAndSet(ints, 2, 3, 30));
        attempt("array bounds", () -> (int) AI.get(ints, 3));
        attempt("array negative", () -> { AI.set(ints, -1, 3); return 0; });
        attempt("array null", () -> (int) AI.get((int[]) null, 0));
        attempt("array wrong", () -> { Object w = new long[1]; return (int) AI.get(w, 0); });
        attempt("array object", () -> { Object w = ints; return (int) AI.get(w, 0); });
        attempt("array byte index", () -> (int) AI.get(ints, (byte) 1));
        attempt("array boxed index", () -> (int) AI.get(ints, Integer.valueOf(1)));
        attempt("array long index", () -> (int) AI.get(ints, 1L));
        VarHandle AS = MethodHandles.arrayElementVarHandle(String[].class);
        String[] texts = {"a", null};
        attempt("texts", () -> (String) AS.getAndSet(texts, 0, "b"));
        attempt("texts cas", () -> AS.compareAndSet(texts, 1, null, "c"));
        attempt("texts", () -> String.join(",", texts));
        VarHandle AO = MethodHandles.arrayElementVarHandle(Object[].class);
        attempt("store", () -> { Object[] w = texts; AO.set(w, 0, "d"); return texts[0]; });
        attempt("store wrong", () -> { Object[] w = texts; AO.set(w, 0, 5); return texts[0]; });
        attempt("store wrong cas", () -> { Object[] w = texts; return AO.compareAndSet(w, 0, "x", 5); });
        VarHandle AL = MethodHandles.arrayElementVarHandle(long[][].class);
        attempt("nested", () -> { long[][] w = new long[2][]; AL.set(w, 1, new long[]{9}); return ((long[]) AL.get(w, 1))[0]; });
        VarHandle AB = MethodHandles.arrayElementVarHandle(byte[].class);
        attempt("bytes", () -> { byte[] w = {1}; AB.getAndAdd(w, 0, (byte) 127); return w[0]; });
        attempt("missing", () -> k.findVarHandle(VariableHandles.class, "nothing", int.class));
        attempt("other type", () -> k.findVarHandle(VariableHandles.class, "i", long.class));
        attempt("no array", () -> MethodHandles.arrayElementVarHandle(int.class));
        attempt("null handle", () -> { VarHandle h = null; return (int) h.get(a); });
        attempt("private", () -> MethodHandles.privateLookupIn(Apart.class, k).findVarHandle(Apart.class, "secret", int.class) != null);
        VarHandle SH = k.findVarHandle(Second.In.class, "b", Second.class);
        VarHandle ST = k.findVarHandle(Second.class, "t", String.class);
        VarHandle SA = MethodHandles.arrayElementVarHandle(String[].class);
        attempt("more 0", () -> k.findVarHandle(Second.class, "x", String.class));
        attempt("more 1", () -> k.findVarHandle(Second.In.class, "x", int[].class));
        attempt("more 2", () -> k.findVarHandle(Second.In.class, "x", java.util.Map.Entry.class));
        attempt("more 3", () -> k.findStaticVarHandle(Second.In.class, "x", Second.In.class));
        attempt("more 4", () -> (int) SH.get(new Second.In()));
        attempt("more 5", () -> (int) ST.get(new Second()));
        attempt("more 6", () -> (int[]) ST.get(new Second()));
        attempt("more 7", () -> { ST.set(new Second(), 3); return 0; });
        attempt("more 8", () -> { ST.set(new Second(), new int[0]); return 0; });
        attempt("more 9", () -> ST.compareAndSet(new Second(), 'c', null));
        attempt("more 10", () -> { Object n = null; VarHandle Y = k.findVarHandle(Second.class, "t", String.class); return ST.compareAndSet(n, "", null);} );
        attempt("more 11", () -> { Object o = new Object[1]; return SA.get(o, 0);} );
        attempt("more 12", () -> { Object o = "x"; return SA.get(o, 0);} );
        attempt("more 13", () -> { String[] o = null; return SA.get(o, 0);} );
        attempt("more 14", () -> { String[] o = null; SA.set(o, 0, "x"); return 0;} );
        attempt("more 15", () -> { String[] o = null; return SA.compareAndSet(o, 0, "x", "y"); } );
        attempt("more 16", () -> { String[] o = {}; return SA.compareAndSet(o, 0, "x", "y"); } );
        attempt("more 17", () -> { String[] o = {""}; Object w = 3; return SA.compareAndSet(o, 0, "x", w); } );
        attempt("more 19", () -> { Object o = 3L; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); E.set(new int[1], 0, o); return 0;} );
        attempt("more 20", () -> { Object o = true; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); E.set(new int[1], 0, o); return 0;} );
        attempt("more 21", () -> { Object o = 'c'; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); int[] n = {0}; E.set(n, 0, o); return n[0];} );
        attempt("more 22", () -> { Number o = 3; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); int[] n = {0}; E.set(n, 0, o); return n[0];} );
        attempt("more 23", () -> { String o = "3"; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); int[] n = {0}; E.set(n, 0, o); return n[0];} );
        attempt("more 24", () -> { Object o = 3; VarHandle E = MethodHandles.arrayElementVarHandle(boolean[].class); boolean[] n = {false}; E.set(n, 0, o); return n[0];} );
        attempt("more 25", () -> { int[] n = {7}; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); return (double) E.get(n, 0);} );
        attempt("more 26", () -> { int[] n = {7}; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); return (Long) E.get(n, 0);} );
        attempt("more 27", () -> { int[] n = {7}; VarHandle E = MethodHandles.arrayElementVarHandle(int[].class); return (boolean) E.get(n, 0);} );
        attempt("static of another", () -> (String) k.findStaticVarHandle(Second.class, "name", String.class).getAndSet("b"));
        attempt("static of another", () -> Second.name);
        VarHandle.fullFence();
        VarHandle.acquireFence();
        VarHandle.releaseFence();
        attempt("lookup", () -> k.lookupClass());
    }
}
class Apart { private int secret; }

class Second {
    static String name = "a";
    String t;
    static class In {
        Second b;
    }
}
