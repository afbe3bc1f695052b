import com.sun.source.util.JavacTask;
import java.io.File;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.lang.model.type.*;
import javax.lang.model.util.*;
import javax.tools.*;

/**
 * What javac says of the types of the fields of the class Cases of a file: a line with the erasure of each, a line for each
 * with its subtypes among them, the direct supertypes of those that are classes of the file, and the erased types of their members.
 */
public class Generic {
    static Types types;

    public static void main(String[] args) throws Exception {
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        var files = javac.getStandardFileManager(null, null, null);
        var task = (JavacTask) javac.getTask(null, files, null, List.of("-proc:none"), null,
                files.getJavaFileObjects(new File(args[0])));
        task.parse();
        task.analyze();
        types = task.getTypes();
        var cases = task.getElements().getTypeElement("Cases");
        var fields = ElementFilter.fieldsIn(cases.getEnclosedElements());
        System.out.println(fields.stream().map(field -> erased(field.asType())).collect(Collectors.joining(" ")));
        for (var sub : fields) {
            System.out.println(sub + " " + fields.stream()
                    .map(sup -> types.isSubtype(sub.asType(), sup.asType()) ? "1" : "0").collect(Collectors.joining()));
        }
        for (var field : fields) {
            if (!(field.asType() instanceof DeclaredType type) || types.erasure(type).toString().contains(".")) continue;
            // Our Enum has no type variable.
            if (type.asElement().getKind() != ElementKind.ENUM && type.getTypeArguments().stream().noneMatch(argument -> argument instanceof WildcardType)) {
                System.out.println(field + " < " + types.directSupertypes(type).stream().map(Generic::plain)
                        .collect(Collectors.joining(" ")));
            }
            for (var member : type.asElement().getEnclosedElements()) {
                if (member.getModifiers().contains(Modifier.STATIC)) continue;
                var seen = member instanceof TypeElement ? null : types.asMemberOf(type, member);
                if (member instanceof VariableElement) System.out.println(field + "." + member.getSimpleName() + " " + erased(seen));
                if (member.getKind() != ElementKind.METHOD) continue;
                var method = (ExecutableType) seen;
                System.out.println(field + "." + member.getSimpleName() + " " + erased(method.getReturnType())
                        + method.getParameterTypes().stream().map(Generic::erased).collect(Collectors.joining(",", "(", ")")));
            }
        }
    }

    static String erased(TypeMirror type) {
        return plain(types.erasure(type));
    }

    static String plain(TypeMirror type) {
        return type.toString().replaceAll("\\b[a-z]+\\.", "");
    }
}
