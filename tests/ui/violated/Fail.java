// A place that no execution should get to.
import glassbox.api.Verify;

public class Fail {
    public static void main(String[] arguments) {
        String light = Verify.chooseFrom("red", "green");
        boolean walking = Verify.chooseBoolean();
        Verify.assume(!light.isEmpty());
        if (walking && light.equals("red")) {
            Verify.fail("walked at red");
        }
    }
}
